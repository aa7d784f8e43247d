import { expect, test } from "vitest";
import { judgeLook, type Look } from "#engine/picture/judge-look.ts";
import type { Corners } from "#engine/picture/perspective.ts";

const [width, height] = [150, 200];
const sheetAt = (left: number, top: number, right: number, bottom: number): Corners => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
const filling = sheetAt(15, 10, 135, 190);
const look = (corners?: Corners, paint: (x: number, y: number) => number = () => 190): Look => ({
  picture: {
    data: Uint8Array.from({ length: width * height }, (_, at) => paint(at % width, (at / width) | 0)),
    width,
    height,
  },
  ...(corners && { sheet: { corners, sureness: 0.9 } }),
});

test("a sheet that fills the picture and lies still is good, from the second look on", () => {
  expect(judgeLook(look(filling), look(filling))).toEqual({ hint: "good" });
  expect(judgeLook(look(filling), undefined).hint).toBe("still");
  expect(judgeLook(look(filling), look()).hint).toBe("still");
});

test("what is in the way is told, the gravest first", () => {
  expect(
    judgeLook(
      look(filling, () => 30),
      look(filling),
    ).hint,
  ).toBe("dark");
  expect(judgeLook(look(), look(filling)).hint).toBe("find");
  expect(judgeLook(look(filling), look(sheetAt(9, 10, 129, 190))).hint).toBe("still");
  const far = sheetAt(50, 60, 100, 130);
  expect(judgeLook(look(far), look(far)).hint).toBe("closer");
});

test("a spot that is burnt out is told with its place; one beside the sheet, and paper that is white all over, is not", () => {
  const spot = (cx: number, cy: number) => (x: number, y: number) => (Math.hypot(x - cx, y - cy) < 9 ? 255 : 190);
  const { hint, glare } = judgeLook(look(filling, spot(60, 140)), look(filling));
  expect(hint).toBe("glare");
  expect(Math.hypot(glare![0] - 60, glare![1] - 140)).toBeLessThan(3);
  expect(judgeLook(look(filling, spot(3, 3)), look(filling)).hint).toBe("good");
  expect(
    judgeLook(
      look(filling, () => 252),
      look(filling),
    ).hint,
  ).toBe("good");
});
