/** Reads a dotted path through own properties only. Methods, `length`, `constructor` and `__proto__` are undefined. */
export function readPath(roots: unknown, path: string): unknown {
  if (path === "") return undefined;
  let value: unknown = roots;
  for (const segment of toSegments(path)) {
    value = readOwn(value, segment);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Paths come from definitions, and each is read thousands of times. */
const segmentsByPath = new Map<string, readonly string[]>();
const maxCachedPaths = 5_000;

function toSegments(path: string): readonly string[] {
  const known = segmentsByPath.get(path);
  if (known) return known;
  const segments = path.split(".");
  if (segmentsByPath.size < maxCachedPaths) segmentsByPath.set(path, segments);
  return segments;
}

/** Returns the entry of a map under its own key; undefined for a missing or inherited key. */
export function findOwn<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns one own property of a map, or one element of a list; undefined for anything else. */
export function readOwn(holder: unknown, key: string): unknown {
  if (typeof holder !== "object" || holder === null || key === "__proto__") return undefined;
  if (Array.isArray(holder) && !/^(0|[1-9][0-9]{0,8})$/.test(key)) return undefined;
  if (!Object.hasOwn(holder, key)) return undefined;
  const value: unknown = (holder as Record<string, unknown>)[key];
  return typeof value === "function" ? undefined : value;
}
