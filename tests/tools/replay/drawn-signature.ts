import { padHeight, padWidth, writeStrokes, type PadPoint } from "#engine/core/base/strokes.ts";

/** The signature that a replay draws, on the pad's coordinates. */
const strokes: readonly (readonly PadPoint[])[] = [
  [
    [100, 260],
    [180, 120],
    [240, 300],
    [330, 140],
    [400, 280],
    [560, 200],
  ],
  [
    [150, 210],
    [300, 220],
  ],
];

/** The signature as the form keeps it. */
export const drawnSignature = writeStrokes(strokes);

/** The points of each stroke in pixels, on a pad at this place. */
export const toPixels = (pad: { x: number; y: number; width: number; height: number }): { x: number; y: number }[][] =>
  strokes.map((stroke) =>
    stroke.map(([x, y]) => ({ x: pad.x + (x / padWidth) * pad.width, y: pad.y + (y / padHeight) * pad.height })),
  );
