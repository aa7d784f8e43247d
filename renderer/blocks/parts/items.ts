import { evaluate, type Expr } from "#engine/rules/evaluate.ts";

/** One element of a list that a block shows. */
export type Item = Record<string, unknown>;

/** What tells the items of a list apart. */
export const keyOf = (item: Item, index: number): string =>
  String(item["_id"] ?? item["id"] ?? item["subType"] ?? item["txnId"] ?? item["name"] ?? index);

/** Items whose values are the given ones; a value that reads nothing asks for nothing. */
export function filterItems(of: unknown, where: Record<string, unknown> | undefined): Item[] {
  const items = (Array.isArray(of) ? of : []) as Item[];
  const wanted = Object.entries(where ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return items.filter(
    (item) =>
      typeof item !== "object" ||
      wanted.every(
        ([path, value]) => evaluate({ var: `item.${path}` } as Expr, { roots: { item }, rules: {} }) === value,
      ),
  );
}

/** By a value of theirs, the greatest first; as they came without one. */
export function sortItems(items: Item[], newestFirst: string | undefined): Item[] {
  return newestFirst
    ? items.toSorted((a, b) => String(b[newestFirst] ?? "").localeCompare(String(a[newestFirst] ?? "")))
    : items;
}
