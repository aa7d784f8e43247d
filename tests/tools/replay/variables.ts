import { parsePhoneNumber } from "libphonenumber-js/min";

/** Replaces each `#` by a random digit, so that each run has its own candidate. */
export function randomMobile(pattern: string): string {
  return pattern.replace(/#/g, () => String(Math.floor(Math.random() * 10)));
}

/** The number without its country code. */
export function toNationalNumber(mobile: string): string {
  return parsePhoneNumber(mobile).nationalNumber;
}
