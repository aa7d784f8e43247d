import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { MessageContent } from "#server/messaging/outbox/outbox.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { lifetimeSeconds } from "./otp.ts";

const minutes = lifetimeSeconds / 60;

/** What a code on the phone is for: a key of the parts. */
export type CodePurpose = Extract<MessageKey<"parts">, `code-${string}`>;

/**
 * The SMS or WhatsApp text with the code, its sender and what it is for. Its last line is for WebOTP: the phone offers
 * the code to our page only.
 */
export function toPhoneMessage(
  messages: MessageTexts,
  { code, purpose }: { code: string; purpose: CodePurpose },
  { sender, publicUrl }: { sender: string; publicUrl: string },
): Pick<MessageContent, "subject" | "text"> {
  const { text } = messages.formatOutgoing("otp-phone", { code, minutes, sender, purpose: { part: purpose } });
  return { subject: null, text: `${text}\n\n@${new URL(publicUrl).hostname} #${code}` };
}

/** The email with the code. `organisation` owns the reference number that the code verifies. */
export function toMailMessage(
  messages: MessageTexts,
  code: string,
  organisation: string,
): Pick<MessageContent, "subject" | "text"> {
  return messages.formatOutgoing("otp-mail", { code, minutes, organisation });
}
