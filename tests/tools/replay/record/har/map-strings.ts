/** Maps each string of a value in text order. `path` is its position. */
export function mapStrings(
  value: unknown,
  map: (text: string, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (typeof value === "string") return map(value, path);
  if (Array.isArray(value)) return value.map((item, i) => mapStrings(item, map, [...path, String(i)]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, map, [...path, key])]));
}
