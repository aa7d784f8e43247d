import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { Database, Store } from "./store/database.ts";

/** What every wing may work with; the wings above add their own in server/services.ts. */
export interface Platform {
  settings: Settings;
  store: Store;
  /** Not inside a transaction: pass its `tx` on instead (embedded, the pool has one connection). */
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  limits: Limits;
  jobs: Jobs;
  log: Log;
}
