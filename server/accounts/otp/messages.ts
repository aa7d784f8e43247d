import type { MessageContent } from "#server/messaging/outbox/outbox.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { lifetimeSeconds } from "./otp.ts";

const minutes = lifetimeSeconds / 60;

/**
 * The SMS and WhatsApp text around a code. Its last line is WebOTP's, by which a phone offers the code to our page alone.
 */
export function toPhoneMessage(
  words: Words,
  code: string,
  publicUrl: string,
): Pick<MessageContent, "subject" | "text"> {
  const { text } = words.outgoing("otp-phone", { code, minutes });
  return { subject: null, text: `${text}\n\n@${new URL(publicUrl).hostname} #${code}` };
}

/** The mail around a code; `organisation` is the one whose reference number it proves. */
export function toMailMessage(
  words: Words,
  code: string,
  organisation: string,
): Pick<MessageContent, "subject" | "text"> {
  return words.outgoing("otp-mail", { code, minutes, organisation });
}
