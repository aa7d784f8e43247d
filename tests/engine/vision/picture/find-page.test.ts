import { expect, test } from "vitest";
import { findPage } from "#engine/vision/picture/find-page.ts";
import { scaleCorners, toMeanSize, toTrueSize } from "#engine/vision/picture/perspective.ts";
import { refinePage } from "#engine/vision/picture/refine-page.ts";
import { straighten } from "#engine/vision/picture/straighten.ts";
import { backgrounds, paintBackground, type Background } from "../../../tools/sample-documents/backgrounds.ts";
import { createRandom } from "../../../tools/sample-documents/random.ts";
import { expose, photograph } from "../../../tools/sample-documents/photograph.ts";
import { frame, getPage, drawPage, placeCorners, toError, toDetectionImage } from "./draw-page.ts";

const kinds = Object.keys(backgrounds) as Background[];
/** Rotated in both directions, and seen from below and above. */
const views = [
  [-21, 0.14],
  [16, -0.18],
] as const;

test.each(kinds)("finds a page on %s, rotated and at a slant, with exact sides", async (kind) => {
  for (const [turn, tilt] of views) {
    const corners = placeCorners(turn, tilt);
    const photo = await drawPage(kind, corners);
    const look = await toDetectionImage(photo);
    const sheet = getPage(look);
    const told = `${kind}, turned by ${turn}`;
    expect(toError(sheet.corners, scaleCorners(corners, look.width / frame.width)), told).toBeLessThan(4);
    const large = await toDetectionImage(photo, 600);
    expect(toError(refinePage(large, sheet.corners, look), corners), told).toBeLessThan(3);
  }
});

test.each(kinds)("finds no page on %s alone", async (kind) => {
  const random = createRandom(5, kind);
  const ground = expose(random, await paintBackground(random, kind, frame.width, frame.height), 3);
  expect(findPage(await toDetectionImage(ground))).toBeUndefined();
});

test("rejects a page outside the image, a plain wall, and a page darker than its background", async () => {
  const half = placeCorners(0, 0).map(([x, y]) => [x - 160, y]) as never;
  expect(findPage(await toDetectionImage(await drawPage("wood", half)))).toBeUndefined();
  const wall = { data: new Uint8Array(150 * 200).fill(200), width: 150, height: 200 };
  expect(findPage(wall)).toBeUndefined();
  const hole = wall.data.map((_, at) => (at % 150 > 40 && at % 150 < 110 && at > 6000 && at < 24_000 ? 60 : 200));
  expect(findPage({ ...wall, data: hole })).toBeUndefined();
});

test("restores the aspect ratio of a page seen at a slant", () => {
  const lens = 0.72 * frame.height;
  // A 3:4 page tilted by 35 degrees, through a lens of that focal length.
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

test("straightens a page with its content in place", async () => {
  const corners = placeCorners(-14, 0.15);
  const quarters = [60, 110, 160, 210];
  const [width, height] = [260, 368];
  const paint = (at: number) => quarters[(at % width < width / 2 ? 0 : 1) + (at < (width * height) / 2 ? 0 : 2)]!;
  const data = Uint8Array.from({ length: 3 * width * height }, (_, at) => paint(Math.floor(at / 3)));
  const shot = { ...frame, background: "desk", corners } as const;
  const photo = await photograph(createRandom(2), { data, width, height }, shot);
  const sheet = straighten(await toDetectionImage(photo, 600), corners, { across: 40, down: 40 });
  const seen = [10 * 40 + 10, 10 * 40 + 30, 30 * 40 + 10, 30 * 40 + 30].map((at) => sheet.data[at]! / 0.9);
  for (const [i, grey] of seen.entries()) expect(Math.abs(grey - quarters[i]!), `quarter ${i}`).toBeLessThan(25);
});
