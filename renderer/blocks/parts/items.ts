import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";

export type Item = Record<string, unknown>;

export const getItemKey = (item: Item, index: number): string =>
  String(item["_id"] ?? item["id"] ?? item["subType"] ?? item["txnId"] ?? item["name"] ?? index);

/** Items whose values equal `where`; an undefined value does not filter. */
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

/** Sorts by a key in descending order; keeps the order without one. */
export function sortItems(items: Item[], newestFirst: string | undefined): Item[] {
  return newestFirst
    ? items.toSorted((a, b) => String(b[newestFirst] ?? "").localeCompare(String(a[newestFirst] ?? "")))
    : items;
}
