import { toDigits } from "#widgets/digits.ts";

/** What stays of typed text: no leading whitespace (so a lone space is nothing), only digits where asked, at most maxLength. */
export function toTypedText(raw: string, { digits, maxLength }: { digits?: boolean; maxLength?: number }): string {
  const kept = digits ? toDigits(raw) : raw.replace(/^\s+/, "");
  return maxLength === undefined ? kept : kept.slice(0, maxLength);
}
