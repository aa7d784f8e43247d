import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { invalidField } from "#server/errors.ts";

/** A number in E.164, and the channel for codes: WhatsApp outside India. */
export interface Mobile {
  e164: string;
  channel: "sms" | "whatsapp";
  /** '+91 ••••••3210'. */
  masked: string;
}

/**
 * Parses a mobile number with country code, or an Indian one without. Throws `invalid` (106) at `pointer` otherwise.
 */
export function parseMobile(text: string, pointer = "/mobile"): Mobile {
  const parsed = parsePhoneNumberFromString(text, "IN");
  if (!parsed?.isValid() || parsed.ext) throw invalidField(pointer, "format", "enter-mobile");
  const national = parsed.nationalNumber;
  return {
    e164: parsed.number,
    channel: parsed.countryCallingCode === "91" ? "sms" : "whatsapp",
    masked: `+${parsed.countryCallingCode} ${"•".repeat(Math.max(0, national.length - 4))}${national.slice(-4)}`,
  };
}
