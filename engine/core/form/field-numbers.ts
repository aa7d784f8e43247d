import type { FormField } from "#engine/core/definitions/form.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { formatMoney } from "#engine/core/rules/money.ts";
import { formatNumber } from "#engine/core/rules/number-text.ts";

/** The widget whose value is an amount in minor units. */
export const moneyWidget = "money";

/** The currency of a field's amounts; undefined for a field that holds plain numbers. */
export const findCurrency = (field: FormField): string | undefined =>
  field.widget === moneyWidget && typeof field["currency"] === "string" ? field["currency"] : undefined;

/** The unit of a field's numbers. */
export const findUnit = (field: FormField): Text | undefined => field["unit"] as Text | undefined;

/** Writes a number of a field for people: an amount with its currency, any other number grouped. */
export function writeNumber(field: FormField, value: unknown, locale: unknown): string {
  if (typeof value !== "number") return "";
  const currency = findCurrency(field);
  if (currency !== undefined) return formatMoney(value / 100, currency);
  return formatNumber(value, typeof locale === "string" ? locale : "en");
}
