import { expect, test } from "vitest";
import {
  isLargeEnough,
  maxStrokesLength,
  readStrokes,
  toInk,
  writeStrokes,
  type PadPoint,
} from "#engine/core/base/strokes.ts";

test("reads what it writes", () => {
  const strokes: PadPoint[][] = [
    [
      [0, 0],
      [1000, 400],
    ],
    [[12, 7]],
  ];
  expect(writeStrokes(strokes)).toBe("M0 0L1000 400M12 7");
  expect(readStrokes("M0 0L1000 400M12 7")).toEqual(strokes);
});

test.each([undefined, 12, "", "M", "M1 2L", "M1001 2", "M1 401", "M-1 2", "M1.5 2", "m1 2", "M1 2 L3 4", "L1 2"])(
  "reads nothing from %j",
  (text) => {
    expect(readStrokes(text)).toBeUndefined();
  },
);

test("thins out a drawing that is too long, and keeps the ends of each stroke", () => {
  const scribble = Array.from({ length: 9_000 }, (_, at): PadPoint => [at % 1000, (at * 7) % 400]);
  const written = writeStrokes([scribble, [[5, 5]]]);
  const [kept, dot] = readStrokes(written)!;
  expect(written.length).toBeLessThanOrEqual(maxStrokesLength);
  expect(kept!.length).toBeGreaterThan(500);
  expect([kept![0], kept!.at(-1), dot]).toEqual([scribble[0], scribble.at(-1), [[5, 5]]]);
});

test("tells a signature from a touch by accident", () => {
  expect(isLargeEnough(readStrokes("M10 10L12 12M20 14")!)).toBe(false);
  expect(isLargeEnough(readStrokes("M10 10L12 60")!)).toBe(true);
});

test("draws curves through the middles, and a touch as a dot", () => {
  expect(toInk(readStrokes("M0 0L10 10L20 0")!)).toBe("M0 0Q10 10 15 5L20 0");
  expect(toInk(readStrokes("M5 5")!)).toBe("M5 5h.1");
});
