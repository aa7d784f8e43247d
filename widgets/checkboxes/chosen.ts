import type { Option } from "#widgets/widget.ts";

/** The values that are chosen. */
export const toChosen = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** What is chosen once this one is the other way round, in the order of the list; undefined where that is nothing. */
export function toggle(list: readonly Option[], value: unknown, changed: string): string[] | undefined {
  const chosen = toChosen(value);
  const next = list.map((option) => option.value).filter((one) => chosen.includes(one) !== (one === changed));
  return next.length > 0 ? next : undefined;
}
