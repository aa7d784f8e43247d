import type { MessageContent } from "../outbox/outbox.ts";
import { lifetimeSeconds } from "./otp.ts";

const minutes = lifetimeSeconds / 60;

/**
 * The SMS and WhatsApp text around a code. Its last line is WebOTP's, by which a phone offers the code to our page alone.
 */
export function toPhoneMessage(code: string, publicUrl: string): Pick<MessageContent, "subject" | "text"> {
  const text = `${code} is your one-time password. It is valid for ${minutes} minutes. Do not share it with anyone.\n\n@${new URL(publicUrl).hostname} #${code}`;
  return { subject: null, text };
}

/** The mail around a code; `organisation` is the one whose reference number it proves. */
export function toMailMessage(code: string, organisation: string): Pick<MessageContent, "subject" | "text"> {
  return {
    subject: `Your one-time password for ${organisation}`,
    text: `${code} is your one-time password to confirm your reference number with ${organisation}.\nIt is valid for ${minutes} minutes. Only the most recent one is valid. Do not share it with anyone.`,
  };
}
