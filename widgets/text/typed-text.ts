import { toDigits } from "#widgets/digits.ts";

/** Removes leading white space (a lone space is no text), keeps only digits where required, and limits the length. */
export function toTypedText(raw: string, { digits, maxLength }: { digits?: boolean; maxLength?: number }): string {
  const text = digits ? toDigits(raw) : raw.replace(/^\s+/, "");
  return maxLength === undefined ? text : text.slice(0, maxLength);
}
