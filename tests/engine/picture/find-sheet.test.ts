import { expect, test } from "vitest";
import { findSheet } from "#engine/picture/find-sheet.ts";
import { scaleCorners, toMeanSize, toTrueSize } from "#engine/picture/perspective.ts";
import { refineSheet } from "#engine/picture/refine-sheet.ts";
import { straighten } from "#engine/picture/straighten.ts";
import { backgrounds, paintBackground, type Background } from "../../papers/backgrounds.ts";
import { createRandom } from "../../papers/random.ts";
import { expose, photograph } from "../../papers/photograph.ts";
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
      const photo = await layPaper(kind, corners);
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
  expect(findSheet(await toLook(await layPaper("wood", half)))).toBeUndefined();
  const wall = { data: new Uint8Array(150 * 200).fill(200), width: 150, height: 200 };
  expect(findSheet(wall)).toBeUndefined();
  const hole = wall.data.map((_, at) => (at % 150 > 40 && at % 150 < 110 && at > 6000 && at < 24_000 ? 60 : 200));
  expect(findSheet({ ...wall, data: hole })).toBeUndefined();
});

test("a sheet that is seen at a slant has its own shape again", () => {
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
});

test("what is on a sheet is in its place once it is straight", async () => {
  const corners = placeCorners(-14, 0.15);
  const quarters = [60, 110, 160, 210];
  const [width, height] = [260, 368];
  const paint = (at: number) => quarters[(at % width < width / 2 ? 0 : 1) + (at < (width * height) / 2 ? 0 : 2)]!;
  const data = Uint8Array.from({ length: 3 * width * height }, (_, at) => paint(Math.floor(at / 3)));
  const shot = { ...frame, background: "desk", corners } as const;
  const photo = await photograph(createRandom(2), { data, width, height }, shot);
  const sheet = straighten(await toLook(photo, 600), corners, { across: 40, down: 40 });
  const seen = [10 * 40 + 10, 10 * 40 + 30, 30 * 40 + 10, 30 * 40 + 30].map((at) => sheet.data[at]! / 0.9);
  for (const [i, grey] of seen.entries()) expect(Math.abs(grey - quarters[i]!), `quarter ${i}`).toBeLessThan(25);
});
