import { resolveText, type TextTemplate, type Translate } from "#engine/core/definitions/text.ts";
import { evaluate, type Formats, type Scope } from "#engine/core/rules/evaluate.ts";
import { formatMoney } from "#engine/core/rules/money.ts";
import { formatNumber, formatPercent } from "#engine/core/rules/number-text.ts";

/** A stored sentence is English, so that page, server and every reader have the same data. */
const english: Formats = {
  number: (value, decimals) => formatNumber(value, "en", decimals),
  percent: (value, decimals) => formatPercent(value, "en", decimals),
  money: formatMoney,
  // The check refuses dates and labels in a computed sentence: the server has neither.
  date: () => "",
  label: (_, key) => key,
};

/** Returns whether the computed value of a field is a sentence with placeholders. */
export const isSentence = (value: unknown): value is TextTemplate =>
  typeof value === "object" && value !== null && typeof (value as TextTemplate).text === "string";

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The sentence as the data have it, in English. Without the value of a placeholder there is no sentence. */
export function toStoredSentence(sentence: TextTemplate, scope: Scope): string | undefined {
  const own = { ...scope, formats: english };
  const isWhole = Object.values(sentence.with ?? {}).every((value) => !isMissing(evaluate(value, own)));
  return isWhole ? resolveText(sentence, own, (text) => text) : undefined;
}

/**
 * The sentence as a person reads it, in their language. A stored one that would be written differently today stays as
 * it is.
 */
export function toShownSentence(
  { sentence, stored }: { readonly sentence: TextTemplate; readonly stored: unknown },
  scope: Scope,
  translate: Translate,
): unknown {
  return stored === toStoredSentence(sentence, scope) && stored !== undefined
    ? resolveText(sentence, scope, translate)
    : stored;
}
