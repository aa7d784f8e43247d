import { findOwn } from "./own-value.ts";

interface Currency {
  readonly symbol: string;
  readonly locale: string;
}

/** Amounts are grouped as in the currency's country. */
const currencies: Readonly<Record<string, Currency>> = {
  INR: { symbol: "₹", locale: "en-IN" },
  USD: { symbol: "$", locale: "en-US" },
};
const otherwise: Currency = { symbol: "$", locale: "en-US" };

/** The currency symbol: ₹ for INR, otherwise $. */
export function currencySign(currency: string): string {
  return findCurrency(currency).symbol;
}

/** Formats an amount in major units: '₹3,717', '₹1,05,000', '$12.50'. Decimals appear only when not zero. */
export function formatMoney(amountMajor: number, currency: string): string {
  if (!Number.isFinite(amountMajor)) return "";
  const { symbol, locale } = findCurrency(currency);
  const amountMinor = Math.round(Math.abs(amountMajor) * 100);
  const digits = amountMinor % 100 === 0 ? 0 : 2;
  const text = getFormat(locale, digits).format(amountMinor / 100);
  return `${amountMajor < 0 && amountMinor > 0 ? "-" : ""}${symbol}${text}`;
}

/** Formats an amount in major units for invoices, with currency code and decimals: 'INR 1,05,000.00'. */
export function formatAmount(amountMajor: number, currency: string): string {
  const { locale } = findCurrency(currency);
  return `${currency} ${getFormat(locale, 2).format(amountMajor)}`;
}

const formats = new Map<string, Intl.NumberFormat>();
/** Creating a format is slower than formatting a page of amounts. One exists per locale and number of decimals. */
function getFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, format);
  return format;
}

function findCurrency(currency: string): Currency {
  return findOwn(currencies, currency) ?? otherwise;
}
