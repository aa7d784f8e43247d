import type { EmailDelivery } from "#server/platform/delivery-settings.ts";
import type { DeliveryPort } from "./delivery.ts";
import type { Channel, MessagePort } from "./messages.ts";

/**
 * Mails a link to the page with the files, and sends the code for it apart: to a phone, or in a second mail. The
 * receipt comes when the receiver opens the page with the code.
 */
export function createEmailDelivery(
  { to, codeTo }: EmailDelivery,
  messages: Readonly<Record<Channel, MessagePort>>,
): DeliveryPort {
  return {
    send: async ({ id, round, writeLetters }) => {
      const letters = await writeLetters();
      const createdAt = new Date();
      const common = { otp: null, createdAt };
      await messages.email.send({
        ...common,
        id: `${id}-${round}-link`,
        channel: "email",
        to,
        subject: letters.link.subject,
        text: letters.link.text,
      });
      await (codeTo === undefined ? messages.email : messages.sms).send({
        ...common,
        id: `${id}-${round}-code`,
        channel: codeTo === undefined ? "email" : "sms",
        to: codeTo ?? to,
        subject: codeTo === undefined ? letters.code.subject : null,
        text: letters.code.text,
      });
      return undefined;
    },
  };
}
