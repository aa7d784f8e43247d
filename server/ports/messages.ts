/** The channel of a message. */
export type Channel = "sms" | "whatsapp" | "email";

export interface OutboundMessage {
  /** The same for every attempt, so that a driver can send it once. */
  id: string;
  channel: Channel;
  to: string;
  subject: string | null;
  text: string;
  otp: string | null;
  createdAt: Date;
}

/** Sends messages by SMS, WhatsApp or mail. Throws when the message was not accepted; the outbox tries it again. */
export interface MessagePort {
  send(message: OutboundMessage): Promise<void>;
}
