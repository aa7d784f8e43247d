import { readAt } from "./data-tree.ts";
import type { DerivedForm } from "./derive.ts";
import { isWithin, type FieldModel, type FormModel } from "./form-model.ts";
import { normaliseValue } from "./normalise.ts";

/** What was refused and must become another: the data as it was, and the places, "" for all of it. */
export interface Replacing {
  readonly before: unknown;
  readonly places: readonly string[];
  /** What tells two values apart; a file is another when its bytes are, which only the server knows. */
  readonly toIdentity?: (value: unknown) => unknown;
}

/** What is said of a field that was asked for and stands as it was. */
export const unchangedKeyword = "unchanged";

/**
 * Fields that were asked for and stand as they were, though in each place something must become another. What a
 * candidate cannot change, because it is computed or not shown, is not asked of them; what was empty may stay so where
 * something else has changed.
 */
export function findUnchanged(
  model: FormModel,
  derived: DerivedForm,
  { before, places, toIdentity = (value) => value }: Replacing,
): { field: FieldModel; keyword: string }[] {
  const isSame = ({ pointer, steps, schema }: FieldModel) =>
    toKey(toIdentity(derived.fields[pointer]?.value)) ===
    toKey(toIdentity(normaliseValue(readAt(before, steps), schema)));
  const isBlank = ({ pointer }: FieldModel) => derived.fields[pointer]?.value === undefined;
  const asked = places.map((place) =>
    model.fields.filter(({ pointer, field }) => {
      const state = derived.fields[pointer];
      return isWithin(pointer, [place]) && field.label !== undefined && state?.visible && !state.readOnly;
    }),
  );
  const unchanged = asked.filter((fields) => fields.every(isSame)).flat();
  const given = [...new Set(unchanged.filter((field) => !isBlank(field)))];
  if (given.length > 0) return given.map((field) => ({ field, keyword: unchangedKeyword }));
  const nothing = asked.every((fields) => fields.every(isSame));
  return nothing ? [...new Set(unchanged)].map((field) => ({ field, keyword: "require" })) : [];
}

/** The same text for the same value, in whatever order its keys stand. */
function toKey(value: unknown): string {
  return (
    JSON.stringify(value, (_, child: unknown) =>
      typeof child === "object" && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    ) ?? ""
  );
}
