/**
 * Reads a dotted path, own properties only: methods, `length`, `constructor` and `__proto__` are
 * absent, and absent is undefined.
 */
export function readPath(roots: unknown, path: string): unknown {
  if (path === "") return undefined;
  let value: unknown = roots;
  for (const segment of toSegments(path)) {
    value = readOwn(value, segment);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Paths are those of documents, each read thousands of times. */
const split = new Map<string, readonly string[]>();
const mostSplit = 5_000;

function toSegments(path: string): readonly string[] {
  const known = split.get(path);
  if (known) return known;
  const segments = path.split(".");
  if (split.size < mostSplit) split.set(path, segments);
  return segments;
}

/** The entry of a map under its own key; undefined for a key that is not there or only inherited. */
export function findOwn<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** One own property of a map, or one element of a list; undefined for anything else. */
export function readOwn(holder: unknown, key: string): unknown {
  if (typeof holder !== "object" || holder === null || key === "__proto__") return undefined;
  if (Array.isArray(holder) && !/^(0|[1-9][0-9]{0,8})$/.test(key)) return undefined;
  if (!Object.hasOwn(holder, key)) return undefined;
  const value: unknown = (holder as Record<string, unknown>)[key];
  return typeof value === "function" ? undefined : value;
}
