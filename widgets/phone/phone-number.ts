import { toDigits } from "#widgets/digits.ts";
import { countries, type Country } from "./countries.ts";

/** A number as typed: its country and the digits after the dial code. */
export interface PhoneNumber {
  readonly country: Country;
  readonly national: string;
}

/** E.164 allows 15 digits in all. */
const longest = 15;

/** The country of an ISO code; India when the code is unknown. */
export function getCountry(iso: string | undefined): Country {
  return countries.find((country) => country.iso === iso) ?? (countries[0] as Country);
}

/** Splits "+44 7700 900123" by the longest matching dial code; undefined when none matches. */
export function parseInternational(text: string): PhoneNumber | undefined {
  const number = `+${toDigits(text)}`;
  const fitting = countries.filter((country) => !country.key.includes(" ") && number.startsWith(country.dial));
  const country = fitting.sort((a, b) => b.dial.length - a.dial.length)[0];
  return country && { country, national: number.slice(country.dial.length) };
}

/** Reads typed or pasted text. An international number selects its country; a trunk 0 is dropped. */
export function readTyped(raw: string, country: Country): PhoneNumber {
  const text = raw.trim();
  const whole = text.startsWith("+")
    ? parseInternational(text)
    : text.startsWith("00")
      ? parseInternational(text.slice(2))
      : undefined;
  if (whole) return { country: whole.country, national: toFitting(whole.national, whole.country) };
  const digits = toDigits(text);
  return {
    country,
    national: toFitting(country.iso === "IT" || digits === "0" ? digits : digits.replace(/^0/, ""), country),
  };
}

/** The value of the field: E.164, or undefined without digits. */
export function toE164({ country, national }: PhoneNumber): string | undefined {
  return national === "" ? undefined : `${country.dial}${national}`;
}

const toFitting = (national: string, country: Country) => national.slice(0, longest + 1 - country.dial.length);
