import { findPage, detectionSide } from "#engine/vision/picture/find-page.ts";
import { closeGaps, quantile, shrink, transpose, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import { toFullCorners, type Corners, type Point } from "#engine/vision/picture/perspective.ts";

/** The page in an image. `isFramed`: at least two sides are visible; otherwise the whole image is the page. */
export interface PageOutline {
  corners: Corners;
  isFramed: boolean;
  /** Left, top, right, bottom. A side that is not visible is the image's own edge. */
  visibleSides: readonly [boolean, boolean, boolean, boolean];
}

/** A line across the image, by its start and end. */
interface Line {
  from: number;
  to: number;
  score: number;
}

const thumbSide = 220;
/** Maximum slant of a side, as share of the image's length. */
const maxSlant = 0.2;
/** One pixel adds at most this grey step to a score. */
const maxStep = 36;
/** A side is visible when this share of it is a step of at least `minStep` of the paper's brightness. */
const visibleShare = 0.62;
const minStep = 0.07;
const minSides = 2;
/** Inset of a complete page, in pixels of the small image. */
const completeInset = 1.5;
/** Distance at which brightness is compared on both sides of an edge, in the same pixels: more than a rule's width. */
const compareDistance = 5;

/** Finds a page that is completely in the image, or its visible sides. */
export function findPageOutline(image: GreyImage): PageOutline {
  return findCompletePage(image) ?? findVisibleSides(image);
}

/**
 * Scores the four sides together, with the plain margin inside them, so that a striped cloth does not count as a side.
 */
function findCompletePage(image: GreyImage): PageOutline | undefined {
  const factor = Math.max(1, Math.ceil(Math.max(image.width, image.height) / detectionSide));
  const small = shrink(image, factor);
  const page = findPage(small);
  if (!page || !hasDarkerSurroundings(closeGaps(small, 2), page.corners)) return undefined;
  const [lastX, lastY] = [image.width - 1, image.height - 1];
  const [middleX, middleY] = [0, 1].map((axis) => page.corners.reduce((sum, point) => sum + point[axis]! / 4, 0)) as [
    number,
    number,
  ];
  const corners = page.corners.map(([x, y]): Point => [
    Math.min(lastX, Math.max(0, (x + Math.sign(middleX - x) * completeInset + 0.5) * factor)),
    Math.min(lastY, Math.max(0, (y + Math.sign(middleY - y) * completeInset + 0.5) * factor)),
  ]) as unknown as Corners;
  return { corners, isFramed: true, visibleSides: [true, true, true, true] };
}

/** Returns whether the image is darker beyond each side. Beside a table rule the paper continues. */
function hasDarkerSurroundings({ data, width, height }: GreyImage, corners: Corners): boolean {
  const read = (x: number, y: number) =>
    x < 0 || y < 0 || x > width - 1 || y > height - 1 ? undefined : data[Math.round(y) * width + Math.round(x)]!;
  return corners.every(([x, y], i) => {
    const [endX, endY] = corners[(i + 1) % 4]!;
    const length = Math.hypot(endX - x, endY - y);
    const [inX, inY] = [((y - endY) / length) * compareDistance, ((endX - x) / length) * compareDistance];
    const steps: number[] = [];
    for (let along = 0.05; along < 0.95; along += 0.02) {
      const [px, py] = [x + (endX - x) * along, y + (endY - y) * along];
      const [within, without] = [read(px + inX, py + inY), read(px - inX, py - inY)];
      if (within !== undefined && without !== undefined) steps.push((within - without) / Math.max(1, within));
    }
    return steps.length === 0 || quantile(steps, 0.5) > minStep;
  });
}

/**
 * Finds the sides one by one: the straight line with the largest brightness step (a Hough transform, as in Duda and
 * Hart, 1972). Text is removed first.
 */
function findVisibleSides(image: GreyImage): PageOutline {
  const factor = Math.max(1, Math.round(Math.max(image.width, image.height) / thumbSide));
  const thumb = closeGaps(shrink(image, factor), 2);
  const flipped = transpose(thumb);
  const across = steps(thumb);
  const down = steps(flipped);
  const [left, right] = [findLine(across, thumb, 1), findLine(across, thumb, -1)];
  const [top, bottom] = [findLine(down, flipped, 1), findLine(down, flipped, -1)];
  const found = [
    isSide(across, thumb, left, top, bottom, 1),
    isSide(down, flipped, top, left, right, 1),
    isSide(across, thumb, right, top, bottom, -1),
    isSide(down, flipped, bottom, left, right, -1),
  ] as const;
  const count = found.filter(Boolean).length;
  const [lastX, lastY] = [image.width - 1, image.height - 1];
  const whole: PageOutline = {
    corners: toFullCorners(image),
    isFramed: false,
    visibleSides: [false, false, false, false],
  };
  if (count < minSides) return whole;
  const at = (value: number): Line => ({ from: value, to: value, score: 0 });
  const sides = {
    left: found[0] ? inset(left, 1) : at(0),
    top: found[1] ? inset(top, 1) : at(0),
    right: found[2] ? inset(right, -1) : at(thumb.width),
    bottom: found[3] ? inset(bottom, -1) : at(thumb.height),
  };
  const corner = (vertical: Line, horizontal: Line): Point => {
    const [x, y] = cross(vertical, horizontal, thumb);
    return [Math.min(lastX, Math.max(0, (x + 0.5) * factor)), Math.min(lastY, Math.max(0, (y + 0.5) * factor))];
  };
  const corners: Corners = [
    corner(sides.left, sides.top),
    corner(sides.right, sides.top),
    corner(sides.right, sides.bottom),
    corner(sides.left, sides.bottom),
  ];
  return corners[1][0] - corners[0][0] < image.width / 3 || corners[3][1] - corners[0][1] < image.height / 3
    ? whole
    : { corners, isFramed: true, visibleSides: found };
}

/** Moves a line slightly inwards, so that no background remains. */
const inset = ({ from, to, score }: Line, direction: 1 | -1): Line => ({
  from: from + direction,
  to: to + direction,
  score,
});

/** Horizontal brightness steps, over three pixels each way. */
function steps({ data, width, height }: GreyImage): Int16Array {
  const found = new Int16Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 3, at = y * width + 3; x < width - 3; x += 1, at += 1)
      found[at] = (data[at + 1]! + data[at + 2]! + data[at + 3]! - data[at - 1]! - data[at - 2]! - data[at - 3]!) / 3;
  return found;
}

/** The best line of the left half (`sign` 1: dark to bright) or of the right half (-1). */
function findLine(found: Int16Array, { width, height }: GreyImage, sign: 1 | -1): Line {
  const reach = Math.round(Math.min(height, width) * maxSlant);
  const [low, high] = sign === 1 ? [2, Math.floor(width / 2)] : [Math.ceil(width / 2), width - 3];
  let best: Line = { from: 0, to: 0, score: -Infinity };
  for (let from = low; from <= high; from += 1)
    for (let to = Math.max(low, from - reach); to <= Math.min(high, from + reach); to += 1) {
      let score = 0;
      const slope = (to - from) / (height - 1);
      for (let y = 0, x = from + 0.5; y < height; y += 2, x += slope * 2) {
        const step = found[y * width + (x | 0)]! * sign;
        score += step > maxStep ? maxStep : step < -maxStep ? -maxStep : step;
      }
      if (score > best.score) best = { from, to, score };
    }
  return best;
}

/** Returns whether a line is a side: it has a step along most of its length between the crossing sides. */
function isSide(found: Int16Array, image: GreyImage, line: Line, first: Line, second: Line, sign: 1 | -1): boolean {
  const { data, width, height } = image;
  const middle = (line.from + line.to) / 2 / width;
  const begin = Math.max(0, Math.round(first.from + (first.to - first.from) * middle));
  const end = Math.min(height - 1, Math.round(second.from + (second.to - second.from) * middle));
  let [steep, all] = [0, 0];
  for (let y = begin + 2; y <= end - 2; y += 1) {
    const x = Math.round(line.from + ((line.to - line.from) * y) / (height - 1));
    let step = -255;
    for (let near = Math.max(0, x - 1); near <= Math.min(width - 1, x + 1); near += 1)
      step = Math.max(step, found[y * width + near]! * sign);
    const inside = data[y * width + Math.min(width - 1, Math.max(0, x + sign * 4))]!;
    all += 1;
    if (step > inside * minStep) steep += 1;
  }
  return all > height / 4 && steep > all * visibleShare;
}

/** The intersection of a vertical line (x by y) and a horizontal one (y by x). */
function cross(vertical: Line, horizontal: Line, { width, height }: GreyImage): Point {
  const a = (vertical.to - vertical.from) / (height - 1);
  const b = (horizontal.to - horizontal.from) / (width - 1);
  const y = (horizontal.from + b * vertical.from) / (1 - a * b);
  return [vertical.from + a * y, y];
}
