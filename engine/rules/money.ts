import { findOwn } from "./own-value.ts";

interface Currency {
  readonly symbol: string;
  readonly locale: string;
}

/** How amounts are grouped: as in the currency's country. */
const currencies: Readonly<Record<string, Currency>> = {
  INR: { symbol: "₹", locale: "en-IN" },
  USD: { symbol: "$", locale: "en-US" },
};
const otherwise: Currency = { symbol: "$", locale: "en-US" };

/** The sign before amounts: the rupee's for INR, otherwise the dollar's. */
export function currencySign(currency: string): string {
  return findCurrency(currency).symbol;
}

/** An amount in major units for people: '₹3,717', '₹1,05,000', '$12.50'; decimals only when not zero. */
export function formatMoney(amountMajor: number, currency: string): string {
  if (!Number.isFinite(amountMajor)) return "";
  const { symbol, locale } = findCurrency(currency);
  const amountMinor = Math.round(Math.abs(amountMajor) * 100);
  const digits = amountMinor % 100 === 0 ? 0 : 2;
  const text = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    amountMinor / 100,
  );
  return `${amountMajor < 0 && amountMinor > 0 ? "-" : ""}${symbol}${text}`;
}

/** An amount in major units as papers have it: the currency by its code, and always its decimals: 'INR 1,05,000.00'. */
export function formatAmount(amountMajor: number, currency: string): string {
  const { locale } = findCurrency(currency);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${currency} ${new Intl.NumberFormat(locale, digits).format(amountMajor)}`;
}

function findCurrency(currency: string): Currency {
  return findOwn(currencies, currency) ?? otherwise;
}
