/** Offset and size of a page from the query's digits; the contract has checked them. Without them: from the first, ten. */
export function toPage(query: { seed?: string; count?: string }, defaultCount = 10): { seed: number; count: number } {
  return { seed: Number(query.seed ?? 0), count: Number(query.count ?? defaultCount) };
}
