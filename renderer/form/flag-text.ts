import type { RecordValue } from "#engine/core/form/record.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

/** Writes yes or no in the field's own words, else in those of the product. */
export const toFlagText = (
  { yes, words }: Extract<RecordValue, { kind: "flag" }>,
  { text, uiText }: Pick<BlockScope, "text" | "uiText">,
): string => text(words) || uiText(yes ? "record.yes" : "record.no");
