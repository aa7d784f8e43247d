import { getNumberSigns, groupDigits, type NumberSigns } from "#engine/core/rules/number-text.ts";
import { toDigit } from "./digits.ts";

/** A number as it is typed: sign and digits, without group signs; `decimals` only after a decimal sign. */
interface TypedNumber {
  readonly sign: "" | "-";
  readonly whole: string;
  readonly decimals?: string;
}

const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
/** White space, marks of direction, and the apostrophes between the groups of some countries. */
const nothing = /[\s\u200E\u200F\u061C'’٬]/g;
/** What people paste around an amount: "₹500", "Rs. 500", "INR 500", "500/-". */
const around = /^(-?)(?:[₹$€£¥]|rs\.?|inr|usd)|(?:\/-|[₹$€£¥])$/gi;

/** Reads what was typed or pasted; undefined for what is no decimal number. */
function readTyped(raw: string, { decimal }: NumberSigns): TypedNumber | undefined {
  const latin = Array.from(raw.replace(dashes, "-").replace(nothing, ""), toDigit).join("");
  const plain = latin.replaceAll("，", ",").replaceAll("．", ".").replaceAll("٫", decimal).replace(around, "$1");
  const other = decimal === "," ? "." : ",";
  const [, sign, whole = "", point, decimals = ""] =
    /^(-?)([0-9]*)(?:([.,])([0-9]*))?$/.exec(plain.replaceAll(other, "")) ?? [];
  if (sign === undefined || (point !== undefined && point !== decimal)) return undefined;
  return { sign: sign as "" | "-", whole, ...(point !== undefined && { decimals }) };
}

/** Groups a number while it is typed: "125000.5" is "1,25,000.5". What is no number stays, so that nothing is lost. */
export function toTypedNumber(raw: string, locale: string, previous = ""): string {
  const signs = getNumberSigns(locale);
  const typed = readTyped(withoutDigitOfGroup(raw, previous, signs), signs);
  if (!typed) return raw.trimStart();
  const { sign, whole, decimals } = typed;
  return `${sign}${groupDigits(whole, locale)}${decimals === undefined ? "" : signs.decimal + decimals}`;
}

/** Where only a group sign was deleted, the digit before it goes; otherwise the sign would come back at once. */
function withoutDigitOfGroup(raw: string, previous: string, { group }: NumberSigns): string {
  if (raw.length !== previous.length - 1) return raw;
  const at = Array.from(previous).findIndex((sign, index) => sign !== raw[index]);
  if (previous[at] !== group || previous.slice(0, at) + previous.slice(at + 1) !== raw) return raw;
  return raw.slice(0, at - 1) + raw.slice(at);
}

/** The number of a typed text; the text itself where it is none, and undefined where there are no digits. */
export function readTypedNumber(text: string, locale: string): number | string | undefined {
  const typed = readTyped(text, getNumberSigns(locale));
  if (!typed) return text.trim() || undefined;
  const { sign, whole, decimals = "" } = typed;
  if (whole + decimals === "") return undefined;
  const value = Number(`${sign}${whole || "0"}.${decimals || "0"}`);
  return Number.isFinite(value) ? value || 0 : text;
}
