import nodemailer from "nodemailer";
import type { MessagePort } from "./messages.ts";

const timeoutMs = 15_000;

/** Mail over SMTP (`SMTP_URL`). The message id is fixed, so that a second attempt can be recognised. */
export function createSmtp(url: string, from: string): MessagePort {
  const transport = nodemailer.createTransport(
    { url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from },
  );
  return {
    send: async ({ id, to, subject, text }) => {
      await transport.sendMail({ to, subject: subject ?? "", text, messageId: `<${id}@sanad>` });
    },
  };
}
