import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { refuseField } from "#server/errors.ts";

/** A number in E.164, and how a code reaches it: outside India by WhatsApp. */
export interface Mobile {
  e164: string;
  channel: "sms" | "whatsapp";
  /** '+91 ••••••3210'. */
  masked: string;
}

/** Any spelling of a number, with country code or Indian. Throws `invalid` (106) at `pointer` for anything else. */
export function readMobile(text: string, pointer = "/mobile"): Mobile {
  const parsed = parsePhoneNumberFromString(text, "IN");
  if (!parsed?.isPossible() || parsed.ext) throw refuseField(pointer, "format", "enter-mobile");
  const national = parsed.nationalNumber;
  return {
    e164: parsed.number,
    channel: parsed.countryCallingCode === "91" ? "sms" : "whatsapp",
    masked: `+${parsed.countryCallingCode} ${"•".repeat(Math.max(0, national.length - 4))}${national.slice(-4)}`,
  };
}
