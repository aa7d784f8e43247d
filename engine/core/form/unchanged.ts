import { readAt } from "./data-tree.ts";
import type { DerivedForm } from "./derive.ts";
import { isWithin, type FieldModel, type FormModel } from "./form-model.ts";
import { normaliseValue } from "./normalise.ts";

/**
 * A refused submission that must change: its data, and the pointers below each of which a value must change ("" for
 * all).
 */
export interface Replacement {
  readonly before: unknown;
  readonly places: readonly string[];
  /** Identity of a value for comparison. Only the server knows whether the bytes of a file differ. */
  readonly toIdentity?: (value: unknown) => unknown;
}

/** Keyword of a requested field that did not change. */
export const unchangedKeyword = "unchanged";

/**
 * Returns the requested fields that did not change although below each pointer a value must change. Computed and hidden
 * fields are not requested. An empty field may stay empty where another one changed.
 */
export function findUnchanged(
  model: FormModel,
  derived: DerivedForm,
  { before, places, toIdentity = (value) => value }: Replacement,
): { field: FieldModel; keyword: string }[] {
  const isSame = ({ pointer, steps, schema }: FieldModel) =>
    toKey(toIdentity(derived.fields[pointer]?.value)) ===
    toKey(toIdentity(normaliseValue(readAt(before, steps), schema)));
  const isBlank = ({ pointer }: FieldModel) => derived.fields[pointer]?.value === undefined;
  const requested = places.map((place) =>
    model.fields.filter(({ pointer, field }) => {
      const state = derived.fields[pointer];
      return isWithin(pointer, [place]) && field.label !== undefined && state?.visible && !state.readOnly;
    }),
  );
  const unchanged = requested.filter((fields) => fields.every(isSame)).flat();
  const given = [...new Set(unchanged.filter((field) => !isBlank(field)))];
  if (given.length > 0) return given.map((field) => ({ field, keyword: unchangedKeyword }));
  const isAllSame = requested.every((fields) => fields.every(isSame));
  return isAllSame ? [...new Set(unchanged)].map((field) => ({ field, keyword: "require" })) : [];
}

/** Serialises a value independently of the order of its keys. */
function toKey(value: unknown): string {
  return (
    JSON.stringify(value, (_, child: unknown) =>
      typeof child === "object" && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    ) ?? ""
  );
}
