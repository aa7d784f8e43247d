import type { Option } from "#widgets/widget.ts";

export const toSelected = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** The selection after one option is toggled, in the order of the list; undefined when it is empty. */
export function toggle(list: readonly Option[], value: unknown, changed: string): string[] | undefined {
  const chosen = toSelected(value);
  const next = list.map((option) => option.value).filter((one) => chosen.includes(one) !== (one === changed));
  return next.length > 0 ? next : undefined;
}
