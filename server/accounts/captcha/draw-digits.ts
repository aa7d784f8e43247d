import { randomInt } from "node:crypto";
import sharp from "sharp";

type Point = readonly [number, number];

/** Digits as strokes on a 10 × 16 grid. They need no font, and each drawing bends them differently. */
const strokes: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  "0": [
    [
      [2, 3],
      [5, 1],
      [8, 3],
      [9, 8],
      [8, 13],
      [5, 15],
      [2, 13],
      [1, 8],
      [2, 3],
    ],
  ],
  "1": [
    [
      [2, 4],
      [5, 1],
      [5, 15],
    ],
    [
      [2, 15],
      [8, 15],
    ],
  ],
  "2": [
    [
      [1, 4],
      [3, 1],
      [7, 1],
      [9, 4],
      [8, 7],
      [1, 15],
      [9, 15],
    ],
  ],
  "3": [
    [
      [1, 2],
      [6, 1],
      [9, 4],
      [5, 8],
      [9, 11],
      [6, 15],
      [1, 14],
    ],
  ],
  "4": [
    [
      [7, 15],
      [7, 1],
      [1, 10],
      [9, 10],
    ],
  ],
  "5": [
    [
      [9, 1],
      [2, 1],
      [1, 7],
      [6, 6],
      [9, 10],
      [6, 15],
      [1, 14],
    ],
  ],
  "6": [
    [
      [8, 1],
      [3, 4],
      [1, 10],
      [4, 15],
      [8, 13],
      [8, 9],
      [4, 8],
      [1, 10],
    ],
  ],
  "7": [
    [
      [1, 1],
      [9, 1],
      [4, 15],
    ],
  ],
  "8": [
    [
      [5, 8],
      [2, 5],
      [3, 1],
      [7, 1],
      [8, 5],
      [5, 8],
      [1, 12],
      [4, 15],
      [7, 15],
      [9, 12],
      [5, 8],
    ],
  ],
  "9": [
    [
      [9, 6],
      [6, 8],
      [2, 7],
      [1, 3],
      [5, 1],
      [9, 3],
      [9, 6],
      [7, 15],
    ],
  ],
};
const width = 220;
const height = 80;
const scale = 3;

/** Returns a PNG of the digits, bent and crossed by lines. */
export async function drawDigits(digits: string): Promise<Buffer> {
  const paths = [...digits].flatMap((digit, i) => {
    const left = 16 + i * 33 + randomInt(0, 6);
    const top = 10 + randomInt(0, 12);
    const lean = (randomInt(0, 61) - 30) / 100;
    return (strokes[digit] ?? []).map((line) =>
      toPath(line.map(([x, y]) => [left + (x + lean * (8 - y) + wobble()) * scale, top + (y + wobble()) * scale])),
    );
  });
  const noise = Array.from({ length: 6 }, () =>
    toPath([
      [randomInt(0, width / 2), randomInt(0, height)],
      [randomInt(width / 2, width), randomInt(0, height)],
    ]),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f5f5f5"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="#9aa5b1" stroke-width="1.5">${noise.join("")}</g><g stroke="#1f2933" stroke-width="3.5">${paths.join("")}</g></g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function toPath(points: readonly Point[]): string {
  return `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}"/>`;
}

function wobble(): number {
  return (randomInt(0, 81) - 40) / 100;
}
