import type { RecordValue } from "#engine/core/form/record.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

/** Writes a date in words; as it is stored until the formats are loaded. */
export const toDateText = (date: string, { scope }: Pick<BlockScope, "scope">): string =>
  scope.formats?.date(date, "long") || date;

/** Writes a range of days. */
export function toRangeText(
  { from, to }: Extract<RecordValue, { kind: "range" }>,
  scope: Pick<BlockScope, "scope" | "uiText">,
): string {
  const first = toDateText(from, scope);
  if (to === undefined) return scope.uiText("range.since", { from: first });
  return scope.uiText("range.between", { from: first, to: toDateText(to, scope) });
}
