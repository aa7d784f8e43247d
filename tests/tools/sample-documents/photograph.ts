import { backgrounds, paintBackground, type Background } from "./backgrounds.ts";
import type { Corners, Point } from "#engine/vision/picture/perspective.ts";
import type { Random } from "./random.ts";
import { blur, clouds, type Raster } from "./raster.ts";

/** A strip of a page: which side, and its share of the page's length there. */
export interface Outside {
  side: "left" | "top" | "right" | "bottom";
  share: number;
}

/** How a document is photographed. Missing values are random. */
export interface Shot {
  width: number;
  height: number;
  background?: Background;
  /** The paper's corners. Without them they are random within the values below. */
  corners?: Corners;
  /** Rotation of the paper in degrees. */
  turn?: number;
  /** The strip of the paper that is outside the picture. */
  outside?: Outside;
  /** Share of the picture's side that the paper fills. */
  fill?: number;
  /** Blur of the paper on a sharp background: deviation in pixels. */
  paperBlur?: number;
}

/** Photographs a page on a background: perspective, a lamp to one side, folds and at most a slight shadow. */
export async function photograph(random: Random, page: Raster, shot: Shot): Promise<Raster> {
  const { width, height } = shot;
  const kind = shot.background ?? random.pick(Object.keys(backgrounds) as Background[]);
  const ground = await paintBackground(random, kind, width, height);
  const corners = shot.corners ?? placeCorners(random, page, shot);
  const paper = shot.paperBlur ? await blur(page, shot.paperBlur) : page;
  const toPage = invert(homography(page, corners));
  const light = lamp(random, width, height);
  const fold = clouds(random.next, 3);
  const crease = random.chance(0.35) ? random.between(0.35, 0.65) : -1;
  const lens = random.between(0.35, 0.75);
  const warmth: readonly number[] = random.pick([
    [1, 0.98, 0.94],
    [1, 0.95, 0.85],
    [0.97, 0.99, 1],
    [1, 1, 1],
  ]);
  const data = new Uint8Array(width * height * 3);
  const colour = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const w = toPage[6]! * x + toPage[7]! * y + toPage[8]!;
      const u = (toPage[0]! * x + toPage[1]! * y + toPage[2]!) / w;
      const v = (toPage[3]! * x + toPage[4]! * y + toPage[5]!) / w;
      let shade = light(x, y);
      if (u >= 0 && v >= 0 && u < paper.width - 1 && v < paper.height - 1) {
        sample(paper, u, v, colour);
        const [across, down] = [u / paper.width, v / paper.height];
        shade *= 0.95 + fold(across, down) * 0.07;
        if (crease > 0) shade *= 1 - 0.1 * Math.exp(-(((down - crease) * 90) ** 2)) + (down > crease ? -0.02 : 0.02);
      } else {
        // The paper is a little above the surface below it.
        const near = Math.min(Math.abs(u), Math.abs(v), Math.abs(u - paper.width), Math.abs(v - paper.height));
        shade *= 1 - 0.25 * Math.exp(-near / 14);
        for (let c = 0; c < 3; c += 1) colour[c] = ground.data[at + c]!;
      }
      for (let c = 0; c < 3; c += 1) data[at + c] = Math.min(255, Math.max(0, colour[c]! * shade * warmth[c]!));
    }
  return blur({ data, width, height }, lens);
}

/** The page of a flatbed scanner or a scanning app: it fills the picture, a little askew. */
export function scan(random: Random, page: Raster, askew = 1.2): Raster {
  const { width, height } = page;
  const angle = (random.between(-askew, askew) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const white = random.between(0.94, 1);
  const data = new Uint8Array(page.data.length);
  const colour = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const u = width / 2 + (x - width / 2) * cos - (y - height / 2) * sin;
      const v = height / 2 + (x - width / 2) * sin + (y - height / 2) * cos;
      if (u >= 0 && v >= 0 && u < width - 1 && v < height - 1) sample(page, u, v, colour);
      else colour.fill(246);
      for (let c = 0; c < 3; c += 1) data[at + c] = colour[c]! * white;
    }
  return { data, width, height };
}

/** Grain of the sensor; brightness and contrast as a phone sets them. */
export function expose(random: Random, { data, width, height }: Raster, grain: number): Raster {
  const gain = random.between(0.88, 1.06);
  const lift = random.between(0, 14);
  const out = new Uint8Array(data.length);
  // Two tables of different lengths, so that no pattern repeats within a picture.
  const [bright, tint] = [65_537, 4099].map((count) => Float32Array.from({ length: count }, random.normal));
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel += 1) {
    const noise = bright![pixel % 65_537]! * grain * 1.4 + lift;
    for (let c = 0; c < 3; c += 1) {
      const value = data[at + c]! * gain + noise + tint![(at + c) % 4099]! * grain * 0.3;
      out[at + c] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return { data: out, width, height };
}

function placeCorners(random: Random, page: Raster, { width, height, turn, outside, fill }: Shot): Corners {
  const angle = ((turn ?? random.between(-6, 6)) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [boxWidth, boxHeight] = [
    Math.abs(page.width * cos) + Math.abs(page.height * sin),
    Math.abs(page.width * sin) + Math.abs(page.height * cos),
  ];
  const scale = (fill ?? random.between(0.8, 0.94)) * Math.min(width / boxWidth, height / boxHeight);
  const room = (side: number, box: number) => Math.max(0, side - box * scale) * 0.3;
  const cx = width / 2 + random.between(-1, 1) * room(width, boxWidth);
  const cy = height / 2 + random.between(-1, 1) * room(height, boxHeight);
  const jitter = () => random.between(-0.012, 0.012) * width;
  const tilt = random.between(-0.05, 0.05);
  const corner = (x: number, y: number): Point => {
    const wide = 1 + tilt * y;
    const px = (x * page.width * scale * wide) / 2;
    const py = (y * page.height * scale) / 2;
    return [cx + px * cos - py * sin + jitter(), cy + px * sin + py * cos + jitter()];
  };
  const corners: Corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  if (!outside) return corners;
  const { side, share } = outside;
  const lies = side === "left" || side === "right";
  const over = share * scale * (lies ? page.width : page.height);
  const ends = corners.map(([x, y]) => (lies ? x : y)).sort((a, b) => a - b);
  const low = (ends[0]! + ends[1]!) / 2;
  const high = (ends[2]! + ends[3]!) / 2;
  const move = side === "left" || side === "top" ? -over - low : (lies ? width : height) + over - high;
  return corners.map(([x, y]): Point => (lies ? [x + move, y] : [x, y + move])) as unknown as Corners;
}

/** A lamp to one side, and the darker edges of the lens. */
function lamp(random: Random, width: number, height: number): (x: number, y: number) => number {
  const angle = random.between(0, Math.PI * 2);
  const slope = random.between(0.04, 0.2);
  const edge = random.between(0.02, 0.1);
  const bright = random.between(0.8, 0.96);
  const shadowed = random.chance(0.4) ? random.between(0.74, 0.9) : 1;
  const [sx, sy, side] = [random.next(), random.next(), random.between(0, Math.PI * 2)];
  const soft = random.between(0.03, 0.12);
  return (x, y) => {
    const [u, v] = [x / width - 0.5, y / height - 0.5];
    const far = (u - sx + 0.5) * Math.cos(side) + (v - sy + 0.5) * Math.sin(side);
    const shadow = shadowed + (1 - shadowed) / (1 + Math.exp(-far / soft));
    return (
      bright * (1 + slope * (u * Math.cos(angle) + v * Math.sin(angle))) * (1 - edge * 2 * (u * u + v * v)) * shadow
    );
  };
}

function sample({ data, width }: Raster, u: number, v: number, out: number[]): void {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [du, dv] = [u - left, v - top];
  const at = (top * width + left) * 3;
  const below = at + width * 3;
  for (let c = 0; c < 3; c += 1) {
    const upper = data[at + c]! * (1 - du) + data[at + 3 + c]! * du;
    const lower = data[below + c]! * (1 - du) + data[below + 3 + c]! * du;
    out[c] = upper * (1 - dv) + lower * dv;
  }
}

/** The projective map of a page onto four corners (Heckbert, Fundamentals of Texture Mapping, 1989). */
function homography({ width, height }: Raster, [a, b, c, d]: Corners): number[] {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [dx1, dx2] = [b[0] - c[0], d[0] - c[0]];
  const [dy1, dy2] = [b[1] - c[1], d[1] - c[1]];
  const under = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / under;
  const h = (dx1 * sy - sx * dy1) / under;
  return [
    (b[0] - a[0] + g * b[0]) / width,
    (d[0] - a[0] + h * d[0]) / height,
    a[0],
    (b[1] - a[1] + g * b[1]) / width,
    (d[1] - a[1] + h * d[1]) / height,
    a[1],
    g / width,
    h / height,
    1,
  ];
}

function invert(m: readonly number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
