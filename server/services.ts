import type { IdentityVerified } from "./accounts/identity/prove-identity.ts";
import type { OtpService } from "./accounts/otp/otp.ts";
import type { SessionService } from "./accounts/sessions/sessions.ts";
import type { PaymentProviders } from "./checkout/providers/drivers.ts";
import type { ConfigReader } from "./config/reader.ts";
import type { Outbox } from "./messaging/outbox/outbox.ts";
import type { FindMessageTexts } from "./messaging/texts/message-texts.ts";
import type { Platform } from "./platform/platform.ts";
import type { Ports } from "./ports/ports.ts";
import type { StatusLists } from "./wallet/credentials/signed-list.ts";

/** Services for handlers and jobs. app.ts builds them once. */
export interface Services extends Platform {
  config: ConfigReader;
  ports: Ports;
  payments: PaymentProviders;
  outbox: Outbox;
  /** The server's texts by language and organisation. */
  findMessageTexts: FindMessageTexts;
  otp: OtpService;
  sessions: SessionService;
  /** Cancels an open order before what it pays for changes, or locks it for a while. */
  releaseOrder(orderId: string): Promise<void>;
  statusLists: StatusLists;
  /** Callbacks in the transaction that verifies a candidate's identity. */
  onIdentityVerified: IdentityVerified[];
}
