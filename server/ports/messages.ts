/** How a person is reached. */
export type Channel = "sms" | "whatsapp" | "email";

export interface OutboundMessage {
  /** The same for every attempt: a driver that can should send it once. */
  id: string;
  channel: Channel;
  to: string;
  subject: string | null;
  text: string;
  otp: string | null;
  createdAt: Date;
}

/** A way to reach a person: SMS, WhatsApp or mail. Throws when the message was not accepted; it is then tried again. */
export interface MessagePort {
  send(message: OutboundMessage): Promise<void>;
}
