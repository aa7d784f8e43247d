/** Digits of other scripts are written 0–9, as everywhere in the product. English is grouped as in India: 12,50,000. */
const toNumberLocale = (locale: string): string => `${locale === "en" ? "en-IN" : locale}-u-nu-latn`;

const formats = new Map<string, Intl.NumberFormat>();
/** Creating a format is slower than formatting a page of numbers. One exists per language and number of decimals. */
function getFormat(locale: string, decimals: number | undefined): Intl.NumberFormat {
  const key = `${locale} ${decimals ?? ""}`;
  const found = formats.get(key);
  if (found) return found;
  const fixed = decimals === undefined ? undefined : Math.max(0, Math.min(15, Math.trunc(decimals)));
  const made = new Intl.NumberFormat(toNumberLocale(locale), {
    maximumFractionDigits: fixed ?? 15,
    ...(fixed !== undefined && { minimumFractionDigits: fixed }),
  });
  formats.set(key, made);
  return made;
}

/** Writes a number for people: "1,25,000.5"; with `decimals` exactly so many. "" for what is no number. */
export function formatNumber(value: unknown, locale: string, decimals?: number): string {
  return typeof value === "number" && Number.isFinite(value) ? getFormat(locale, decimals).format(value || 0) : "";
}

/** Writes a percentage for people: 87.5 is "87.5%". */
export function formatPercent(value: unknown, locale: string, decimals?: number): string {
  const number = formatNumber(value, locale, decimals);
  return number === "" ? "" : `${number}%`;
}

/** The signs between the digits of a number. */
export interface NumberSigns {
  readonly group: string;
  readonly decimal: string;
}

/** The signs of a language. */
export function getNumberSigns(locale: string): NumberSigns {
  const parts = getFormat(locale, 1).formatToParts(1_234_567.5);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: find("group", ","), decimal: find("decimal", ".") };
}

/** Groups a whole number given as digits, however long. */
export function groupDigits(digits: string, locale: string): string {
  return digits === "" ? "" : getFormat(locale, 0).format(BigInt(digits));
}
