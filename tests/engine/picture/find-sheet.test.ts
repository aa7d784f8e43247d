import { expect, test } from "vitest";
import { findSheet } from "#engine/picture/find-sheet.ts";
import { scaleCorners, toMeanSize, toTrueSize, toWhole } from "#engine/picture/perspective.ts";
import { refineSheet } from "#engine/picture/refine-sheet.ts";
import { straighten } from "#engine/picture/straighten.ts";
import { backgrounds, paintBackground, type Background } from "../../papers/backgrounds.ts";
import { createRandom } from "../../papers/random.ts";
import { expose } from "../../papers/photograph.ts";
import { frame, getSheet, layPaper, placeCorners, toError, toLook } from "./lay-paper.ts";

const kinds = Object.keys(backgrounds) as Background[];
/** Turned either way, and seen from below and from above. */
const views = [
  [-21, 0.14],
  [16, -0.18],
] as const;

test.each(kinds)(
  "a sheet on %s is found, turned and at a slant too, and laid exactly along its sides",
  async (kind) => {
    for (const [turn, tilt] of views) {
      const corners = placeCorners(turn, tilt);
      const { photo } = await layPaper(kind, corners);
      const look = await toLook(photo);
      const sheet = getSheet(look);
      const told = `${kind}, turned by ${turn}`;
      expect(toError(sheet.corners, scaleCorners(corners, look.width / frame.width)), told).toBeLessThan(4);
      const large = await toLook(photo, 600);
      expect(toError(refineSheet(large, sheet.corners, look), corners), told).toBeLessThan(3);
    }
  },
);

test.each(kinds)("on %s alone there is no sheet", async (kind) => {
  const random = createRandom(5, kind);
  const ground = expose(random, await paintBackground(random, kind, frame.width, frame.height), 3);
  expect(findSheet(await toLook(ground))).toBeUndefined();
});

test("a sheet that reaches out of the picture is none yet, nor is a plain wall, nor what is darker than its ground", async () => {
  const half = placeCorners(0, 0).map(([x, y]) => [x - 160, y]) as never;
  expect(findSheet(await toLook((await layPaper("wood", half)).photo))).toBeUndefined();
  const wall = { data: new Uint8Array(150 * 200).fill(200), width: 150, height: 200 };
  expect(findSheet(wall)).toBeUndefined();
  const hole = wall.data.map((_, at) => (at % 150 > 40 && at % 150 < 110 && at > 6000 && at < 24_000 ? 60 : 200));
  expect(findSheet({ ...wall, data: hole })).toBeUndefined();
});

test("a sheet that is seen at a slant has its own shape again, with what is on it in its place", async () => {
  const lens = 0.72 * frame.height;
  // A sheet of 3 by 4 that leans away by 35 degrees, as a lens of that length shows it.
  const lean = (35 * Math.PI) / 180;
  const see = (x: number, y: number) => {
    const away = 1.6 + y * Math.sin(lean);
    return [frame.width / 2 + (lens * x) / away, frame.height / 2 + (lens * y * Math.cos(lean)) / away] as const;
  };
  const corners = [see(-0.3, -0.4), see(0.3, -0.4), see(0.3, 0.4), see(-0.3, 0.4)] as const;
  const { across, down } = toTrueSize(corners, frame);
  expect(across / down).toBeCloseTo(0.75, 2);
  const flat = toMeanSize(corners);
  expect(flat.across / flat.down).toBeGreaterThan(0.85);

  const { photo, page } = await layPaper("desk", placeCorners(-14, 0.15));
  const grey = await toLook(photo, 600);
  const look = await toLook(photo);
  const sheet = straighten(grey, refineSheet(grey, getSheet(look).corners, look), { across: 60, down: 80 });
  const printed = await toLook(page, 600);
  const drawn = straighten(printed, toWhole(printed), { across: 60, down: 80 });
  expect(correlate(sheet.data, drawn.data)).toBeGreaterThan(0.5);
});

/** How alike two rows of numbers are, -1 to 1 (Pearson). */
function correlate(one: Uint8Array, other: Uint8Array): number {
  const mean = (list: Uint8Array) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    both += (value - a) * (other[i]! - b);
    first += (value - a) ** 2;
    second += (other[i]! - b) ** 2;
  }
  return both / Math.sqrt(first * second);
}
