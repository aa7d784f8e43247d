import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { Database, Store } from "./store/database.ts";

/** The services that every module may use. Higher modules add their own in server/services.ts. */
export interface Platform {
  settings: Settings;
  store: Store;
  /** Never use it inside a transaction, pass the `tx` on: the embedded pool has one connection. */
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  rateLimits: RateLimits;
  jobs: Jobs;
  log: Log;
}
