import type { Random } from "./random.ts";
import { clouds, toImage, toRaster, type Raster } from "./raster.ts";

type Colour = readonly [number, number, number];
/** The colour of a place, in pixels of the picture. */
type Paint = (x: number, y: number) => Colour;

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
const dim = (colour: Colour, by: number): Colour => [colour[0] * by, colour[1] * by, colour[2] * by];

function wood(random: Random, size: number): Paint {
  const [pale, dark] = random.pick<readonly [Colour, Colour]>([
    [
      [168, 120, 76],
      [104, 66, 36],
    ],
    [
      [120, 76, 44],
      [62, 36, 20],
    ],
    [
      [196, 158, 112],
      [150, 108, 66],
    ],
  ]);
  const cloud = clouds(random.next, 6);
  const fine = clouds(random.next, 90);
  const plank = size / random.integer(3, 7);
  return (x, y) => {
    const wave = Math.sin((y / size) * 160 + cloud(x / size / 3, y / size) * 26) * 0.5 + 0.5;
    const grain = fine(x / size / 8, y / size) * 0.5;
    const seam = y % plank < 3 ? 0.45 : 1;
    return dim(mix(pale, dark, Math.min(1, wave * 0.55 + grain)), seam);
  };
}

/** A bedsheet: stripes, checks or flowers, with folds. */
function bedsheet(random: Random, size: number): Paint {
  const [ground, print] = random.pick<readonly [Colour, Colour]>([
    [
      [186, 205, 216],
      [72, 104, 148],
    ],
    [
      [214, 190, 180],
      [150, 62, 70],
    ],
    [
      [150, 172, 140],
      [66, 96, 60],
    ],
    [
      [206, 196, 160],
      [148, 108, 50],
    ],
    [
      [120, 110, 150],
      [220, 210, 230],
    ],
  ]);
  const kind = random.integer(0, 2);
  const step = size / random.integer(14, 34);
  const fold = clouds(random.next, 5);
  const thread = clouds(random.next, 120);
  const tilt = random.between(-0.5, 0.5);
  return (x, y) => {
    const u = x + y * tilt;
    const v = y - x * tilt;
    const [p, q] = [Math.abs(u % step) / step, Math.abs(v % step) / step];
    const share =
      kind === 0
        ? p < 0.35
          ? 0.8
          : 0
        : kind === 1
          ? (p < 0.4 ? 0.45 : 0) + (q < 0.4 ? 0.45 : 0)
          : Math.hypot(p - 0.5, q - 0.5) < 0.16 + 0.13 * Math.abs(Math.sin(Math.atan2(q - 0.5, p - 0.5) * 2.5))
            ? 0.85
            : 0;
    return dim(
      mix(ground, print, share),
      0.7 + fold(x / size / 1.4, y / size / 1.4) * 0.4 + thread(x / size, y / size) * 0.08,
    );
  };
}

function desk(random: Random, size: number): Paint {
  const ground = random.pick<Colour>([
    [38, 36, 38],
    [60, 52, 48],
    [28, 34, 48],
    [84, 88, 92],
  ]);
  const cloud = clouds(random.next, 4);
  const speck = clouds(random.next, 300);
  return (x, y) =>
    dim(ground, 0.8 + cloud(x / size / 1.4, y / size / 1.4) * 0.35 + speck(x / size / 1.4, y / size / 1.4) * 0.2);
}

/** Floor tiles with joints, speckled. */
function tiles(random: Random, size: number): Paint {
  const ground = random.pick<Colour>([
    [158, 148, 132],
    [120, 126, 128],
    [170, 150, 126],
  ]);
  const step = size / random.integer(3, 6);
  const speck = clouds(random.next, 260);
  return (x, y) => {
    const joint = x % step < 5 || y % step < 5 ? 0.6 : 1;
    return dim(ground, joint * (0.78 + speck(x / size / 1.4, y / size / 1.4) * 0.4));
  };
}

/** Newspaper or a cloth with small print: as sharp as the document on it. */
function print(random: Random, size: number): Paint {
  const ground = random.pick<Colour>([
    [132, 104, 92],
    [96, 112, 128],
    [140, 132, 96],
  ]);
  const ink = random.pick<Colour>([
    [40, 34, 30],
    [30, 42, 60],
  ]);
  const step = Math.max(8, size / random.integer(70, 120));
  const seed = random.integer(1, 1e6);
  return (x, y) => {
    const cell = Math.imul(Math.floor(x / step) * 7919 + Math.floor(y / step) * 104_729 + seed, 0x9e3779b1) >>> 0;
    const inside = (x % step) / step > 0.2 && (y % step) / step > 0.3;
    return inside && cell % 3 === 0 ? ink : ground;
  };
}

/** A white sheet or table cloth: hardly darker than the paper. */
function cloth(random: Random, size: number): Paint {
  const ground = random.pick<Colour>([
    [226, 222, 214],
    [212, 216, 222],
    [222, 212, 200],
  ]);
  const fold = clouds(random.next, 7);
  const thread = clouds(random.next, 200);
  return (x, y) => dim(ground, 0.66 + fold(x / size / 1.4, y / size / 1.4) * 0.3 + thread(x / size, y / size) * 0.06);
}

/** Surfaces below a photographed document. */
export const backgrounds = { wood, bedsheet, desk, tiles, print, cloth } as const;
export type Background = keyof typeof backgrounds;

/** Paints the background below the document at a third of its size. */
export async function paintBackground(
  random: Random,
  kind: Background,
  width: number,
  height: number,
): Promise<Raster> {
  const paint = backgrounds[kind](random, Math.max(width, height));
  const small = { width: Math.ceil(width / 3), height: Math.ceil(height / 3) };
  const data = new Uint8Array(small.width * small.height * 3);
  for (let y = 0, at = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1) {
      const colour = paint(x * 3, y * 3);
      for (let c = 0; c < 3; c += 1, at += 1) data[at] = Math.min(255, Math.max(0, colour[c]!));
    }
  return toRaster(
    toImage({ data, ...small })
      .resize({ width, height, fit: "fill", kernel: "cubic" })
      .sharpen(),
  );
}
