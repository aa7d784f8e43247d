import { expect, test } from "vitest";
import { toCaptureAdvice, type CameraFrame } from "#engine/vision/picture/capture-hint.ts";
import type { Corners } from "#engine/vision/picture/perspective.ts";

const [width, height] = [150, 200];
const sheetAt = (left: number, top: number, right: number, bottom: number): Corners => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
const filling = sheetAt(15, 10, 135, 190);
const look = (corners?: Corners, paint: (x: number, y: number) => number = () => 190): CameraFrame => ({
  picture: {
    data: Uint8Array.from({ length: width * height }, (_, at) => paint(at % width, (at / width) | 0)),
    width,
    height,
  },
  ...(corners && { page: { corners, confidence: 0.9 } }),
});

test("returns good from the second frame on, when a page fills the image and is still", () => {
  expect(toCaptureAdvice(look(filling), look(filling))).toEqual({ hint: "good" });
  expect(toCaptureAdvice(look(filling), undefined).hint).toBe("still");
  expect(toCaptureAdvice(look(filling), look()).hint).toBe("still");
});

test("returns the most urgent hint", () => {
  expect(
    toCaptureAdvice(
      look(filling, () => 30),
      look(filling),
    ).hint,
  ).toBe("dark");
  expect(toCaptureAdvice(look(), look(filling)).hint).toBe("find");
  expect(toCaptureAdvice(look(filling), look(sheetAt(9, 10, 129, 190))).hint).toBe("still");
  const far = sheetAt(50, 60, 100, 130);
  expect(toCaptureAdvice(look(far), look(far)).hint).toBe("closer");
});

test("returns the place of a reflection on the page, and ignores one beside it and white paper", () => {
  const spot = (cx: number, cy: number) => (x: number, y: number) => (Math.hypot(x - cx, y - cy) < 9 ? 255 : 190);
  const { hint, glare } = toCaptureAdvice(look(filling, spot(60, 140)), look(filling));
  expect(hint).toBe("glare");
  expect(Math.hypot(glare![0] - 60, glare![1] - 140)).toBeLessThan(3);
  expect(toCaptureAdvice(look(filling, spot(3, 3)), look(filling)).hint).toBe("good");
  expect(
    toCaptureAdvice(
      look(filling, () => 252),
      look(filling),
    ).hint,
  ).toBe("good");
});
