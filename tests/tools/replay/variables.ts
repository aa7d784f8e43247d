import { parsePhoneNumber } from "libphonenumber-js/min";

/** Draws the `#` of a number, so that each reading has a candidate of its own. */
export function randomMobile(pattern: string): string {
  return pattern.replace(/#/g, () => String(Math.floor(Math.random() * 10)));
}

/** The number without its country code, as its owner types it. */
export function toNationalNumber(mobile: string): string {
  return parsePhoneNumber(mobile).nationalNumber;
}
