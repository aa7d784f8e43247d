import type { Outside } from "./photograph.ts";
import type { Random } from "./random.ts";
import { blend, blur, clouds, type Raster } from "./raster.ts";

export const strengths = ["weak", "medium", "strong"] as const;
export type Strength = (typeof strengths)[number];

/** Everything that can be wrong with a sample, each at three strengths. */
export const flaws = [
  "motion",
  "focus",
  "blurred-paper",
  "blurred-part",
  "cut",
  "stain",
  "glare",
  "shadow",
  "low-resolution",
  "blank",
  "sideways",
  "upside-down",
] as const;
export type Flaw = (typeof flaws)[number];

/** Sizes at the three strengths, for a page 1700 pixels wide: x-height of ten-point letters is about 14. */
export const sizes = {
  /** Length of the movement, pixels. */
  motion: { weak: 5, medium: 12, strong: 22 },
  /** Deviation of the blur, pixels. */
  focus: { weak: 1.3, medium: 3.2, strong: 5.5 },
  /** Share of the text that is cut off besides the margin; weak cuts off only the margin. */
  cut: { weak: -0.01, medium: 0.13, strong: 0.33 },
  /** Radius as share of the page's width, and how much it covers. */
  stain: { weak: [0.04, 0.45], medium: [0.1, 0.85], strong: [0.17, 0.95] },
  glare: { weak: 0.04, medium: 0.09, strong: 0.16 },
  /** The remaining share of the light. */
  shadow: { weak: 0.6, medium: 0.28, strong: 0.15 },
  /** Dots per inch. */
  resolution: { weak: 95, medium: 60, strong: 42 },
} as const;

/** A place inside the written part of the page, in pixels. */
const pickPlace = (random: Random, { width, height }: Raster) => ({
  x: width * random.between(0.3, 0.7),
  y: height * random.between(0.3, 0.68),
});

/** A stain on the paper: coffee, ink, paint or an erasure. No text below it can be read. */
export function stain(random: Random, page: Raster, strength: Strength): Raster {
  const [share, cover] = sizes.stain[strength];
  const radius = share * page.width;
  const { x, y } = pickPlace(random, page);
  const colour = random.pick([
    [96, 62, 34],
    [28, 34, 92],
    [70, 58, 50],
    [120, 84, 40],
  ]);
  const rim = clouds(random.next, 9);
  const drop: Raster = { ...page, data: new Uint8Array(page.data.length) };
  for (let at = 0; at < drop.data.length; at += 1) drop.data[at] = colour[at % 3]!;
  const stretch = random.between(0.75, 1.35);
  return blend(page, drop, (px, py) => {
    const [dx, dy] = [(px - x) * stretch, (py - y) / stretch];
    const far = Math.hypot(dx, dy) / radius + (rim(px / page.width, py / page.height) - 0.5) * 0.55;
    if (far > 1.08) return 0;
    const edge = Math.min(1, (1.08 - far) * 12);
    return edge * (cover - 0.12 + 0.12 * Math.min(1, far));
  });
}

/** A lamp mirrored in lamination: the middle is white and hides the text. */
export function glare(random: Random, picture: Raster, strength: Strength, at = pickPlace(random, picture)): Raster {
  const radius = sizes.glare[strength] * picture.width;
  const stretch = random.between(0.7, 1.4);
  const angle = random.between(0, Math.PI);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const data = new Uint8Array(picture.data);
  for (let y = 0, to = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1, to += 3) {
      const [dx, dy] = [x - at.x, y - at.y];
      const far = Math.hypot((dx * cos + dy * sin) * stretch, (dy * cos - dx * sin) / stretch) / radius;
      if (far > 2.4) continue;
      const light = far < 0.85 ? 330 : 330 * Math.exp(-(((far - 0.85) * 2.1) ** 2));
      for (let c = 0; c < 3; c += 1) data[to + c] = Math.min(255, data[to + c]! + light);
    }
  return { ...picture, data };
}

/** The shadow of a person in front of the lamp. */
export function shadow(random: Random, picture: Raster, strength: Strength): Raster {
  const left = sizes.shadow[strength];
  const side = random.between(0, Math.PI * 2);
  const soft = random.between(0.015, 0.05);
  const place = random.between(-0.12, 0.1);
  const bend = clouds(random.next, 3);
  const data = new Uint8Array(picture.data.length);
  for (let y = 0, at = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1, at += 3) {
      const [u, v] = [x / picture.width, y / picture.height];
      const far = (u - 0.5) * Math.cos(side) + (v - 0.5) * Math.sin(side) - place + (bend(u, v) - 0.5) * 0.3;
      const light = left + (1 - left) / (1 + Math.exp(-far / soft));
      for (let c = 0; c < 3; c += 1) data[at + c] = picture.data[at + c]! * light;
    }
  return { ...picture, data };
}

/** One part of the page is out of focus: the paper bends towards the lens or is askew. */
export async function blurPart(random: Random, page: Raster, strength: Strength): Promise<Raster> {
  const soft = await blur(page, sizes.focus[strength]);
  const side = random.integer(0, 3);
  const share = random.between(0.38, 0.5);
  return blend(page, soft, (x, y) => {
    const along = [x / page.width, 1 - x / page.width, y / page.height, 1 - y / page.height][side]!;
    return Math.min(1, Math.max(0, (share - along) / 0.08));
  });
}

/** The strip lost at one side: the margin, and a share of the text by strength. */
export function findStrip(random: Random, { data, width, height }: Raster, strength: Strength): Outside {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      if (data[at]! + data[at + 1]! + data[at + 2]! > 330) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  const side = random.pick(["left", "top", "right", "bottom"] as const);
  const written = sizes.cut[strength];
  const share = {
    left: (left + (right - left) * written) / width,
    right: (width - right + (right - left) * written) / width,
    top: (top + (bottom - top) * written) / height,
    bottom: (height - bottom + (bottom - top) * written) / height,
  }[side];
  return { side, share: Math.max(0, share) };
}

/** The page without the strip. */
export function cutOff({ data, width, height }: Raster, { side, share }: Outside): Raster {
  const left = side === "left" ? Math.round(width * share) : 0;
  const top = side === "top" ? Math.round(height * share) : 0;
  const kept = {
    width: side === "left" || side === "right" ? Math.round(width * (1 - share)) : width,
    height: side === "top" || side === "bottom" ? Math.round(height * (1 - share)) : height,
  };
  const out = new Uint8Array(kept.width * kept.height * 3);
  for (let y = 0; y < kept.height; y += 1) {
    const from = ((y + top) * width + left) * 3;
    out.set(data.subarray(from, from + kept.width * 3), y * kept.width * 3);
  }
  return { data: out, ...kept };
}
