/** Reads offset and size of a page. The contract has validated the digits. */
export function toPageRange(
  query: { seed?: string; count?: string },
  defaultCount = 10,
): { seed: number; count: number } {
  return { seed: Number(query.seed ?? 0), count: Number(query.count ?? defaultCount) };
}
