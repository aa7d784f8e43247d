import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { ConfigReader } from "./config/reader.ts";
import type { IdentityVerified } from "./identity/verified.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { OtpService } from "./otp/otp.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { PaymentProviders } from "./payments/drivers.ts";
import type { Ports } from "./ports/ports.ts";
import type { Secrets } from "./secrets.ts";
import type { SessionService } from "./sessions/sessions.ts";
import type { Settings } from "./settings.ts";
import type { Database, Store } from "./store/database.ts";

/** What handlers and jobs work with; built once in app.ts. */
export interface Services {
  settings: Settings;
  store: Store;
  /** Not inside a transaction: pass its `tx` on instead (embedded, the pool has one connection). */
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  config: ConfigReader;
  ports: Ports;
  payments: PaymentProviders;
  outbox: Outbox;
  otp: OtpService;
  sessions: SessionService;
  limits: Limits;
  jobs: Jobs;
  log: Log;
  /** Run in the transaction in which a candidate's identity was verified. */
  onIdentityVerified: IdentityVerified[];
}
