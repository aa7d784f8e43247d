import type { RecordValue } from "#engine/core/form/record.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

/** Writes a number of a record: an amount with its currency, any other with its unit. */
export function toNumberText(
  { number, unit, currency }: Extract<RecordValue, { kind: "number" }>,
  { scope: { formats }, text }: Pick<BlockScope, "scope" | "text">,
): string {
  if (currency !== undefined) return formats?.money(number / 100, currency) ?? String(number);
  return [formats?.number(number) ?? String(number), text(unit)].filter(Boolean).join("\u00A0");
}
