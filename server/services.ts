import type { IdentityVerified } from "./accounts/identity/verified.ts";
import type { OtpService } from "./accounts/otp/otp.ts";
import type { SessionService } from "./accounts/sessions/sessions.ts";
import type { PaymentProviders } from "./checkout/providers/drivers.ts";
import type { ConfigReader } from "./config/reader.ts";
import type { Outbox } from "./messaging/outbox/outbox.ts";
import type { FindWords } from "./messaging/words/words.ts";
import type { Platform } from "./platform/platform.ts";
import type { Ports } from "./ports/ports.ts";

/** What handlers and jobs work with; built once in app.ts. */
export interface Services extends Platform {
  config: ConfigReader;
  ports: Ports;
  payments: PaymentProviders;
  outbox: Outbox;
  /** What the server says, by language and organisation. */
  findWords: FindWords;
  otp: OtpService;
  sessions: SessionService;
  /** Run in the transaction in which a candidate's identity was verified. */
  onIdentityVerified: IdentityVerified[];
}
