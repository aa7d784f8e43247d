/** The drawing area of a signature; strokes have coordinates in it, on a pad of any size. */
export const padWidth = 1000;
export const padHeight = 400;

/** The longest drawing that is kept; a long signature needs a third of it. */
export const maxStrokesLength = 8_000;

/** A point of the pad. */
export type PadPoint = readonly [x: number, y: number];
type Stroke = readonly PadPoint[];

const x = "(?:1000|[0-9]{1,3})";
const y = "(?:400|[1-3]?[0-9]{1,2})";

/** Strokes as an SVG path of straight lines with absolute, whole coordinates: M10 20L12 24L15 30. */
const strokesPattern = new RegExp(`^(?:M${x} ${y}(?:L${x} ${y})*)+$`, "u");

/** Its letters only, so that a text of any length is refused at once; `readStrokes` decides. */
export const strokesFormat = new RegExp(`^M[0-9ML ]{3,${maxStrokesLength}}$`, "u");

/** Reads strokes from a path; undefined for any other text. */
export function readStrokes(path: unknown): Stroke[] | undefined {
  if (typeof path !== "string" || path.length > maxStrokesLength || !strokesPattern.test(path)) return undefined;
  return path
    .slice(1)
    .split("M")
    .map((stroke) => stroke.split("L").map((point) => point.split(" ").map(Number) as [number, number]));
}

/** Writes strokes as a path. Points of a drawing that is too long are thinned out evenly. */
export function writeStrokes(strokes: readonly Stroke[]): string {
  const path = strokes.map((stroke) => `M${stroke.map(([left, top]) => `${left} ${top}`).join("L")}`).join("");
  if (path.length <= maxStrokesLength || strokes.every((stroke) => stroke.length <= 2)) return path;
  return writeStrokes(strokes.map((stroke) => stroke.filter((_, at) => at % 2 === 0 || at === stroke.length - 1)));
}

/** The least extent of a signature; a touch by accident is smaller. */
const leastExtent = 40;

/** Returns whether strokes are as large as a signature. */
export function isLargeEnough(strokes: readonly Stroke[]): boolean {
  const points = strokes.flat();
  return [0, 1].some((axis) => {
    const values = points.map((point) => point[axis]!);
    return Math.max(...values) - Math.min(...values) >= leastExtent;
  });
}

/** The path to draw: each stroke as a curve through the middles of its lines, a touch as a dot. */
export const toInk = (strokes: readonly Stroke[]): string => strokes.map(toCurve).join("");

function toCurve(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  if (!first) return "";
  const last = rest.at(-1);
  if (!last) return `M${first.join(" ")}h.1`;
  const bends = rest.slice(0, -1).map((point, at) => `Q${point.join(" ")} ${toMiddle(point, rest[at + 1]!)}`);
  return `M${first.join(" ")}${bends.join("")}L${last.join(" ")}`;
}

const toMiddle = (a: PadPoint, b: PadPoint): string => `${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2}`;
