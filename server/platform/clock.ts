import type pg from "pg";
import { SettingsError } from "./settings-error.ts";

/** The one clock of limits, expiries and jobs. The sandbox may move it. */
export interface Clock {
  now(): Promise<Date>;
  /** Milliseconds since 1970 by the offset of the last `now()`. Answers carry it, so that pages follow this clock. */
  lastKnownMs(): number;
}

/** Reads app_now(), so that every server and every SQL statement agree. */
export function createClock(pool: pg.Pool): Clock {
  let offsetMs = 0;
  return {
    now: async () => {
      const { rows } = await pool.query<{ now: Date }>("select app_now() as now");
      const { now } = rows[0]!;
      offsetMs = now.getTime() - Date.now();
      return now;
    },
    lastKnownMs: () => Date.now() + offsetMs,
  };
}

/**
 * Throws SettingsError when a sandbox moved the clock of this database. Outside the sandbox such a clock gives wrong
 * dates, and makes the server refuse what providers sign.
 */
export async function assertRealTime(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ offset_ms: string }>("select offset_ms from sandbox_clock where offset_ms <> 0");
  if (!rows[0]) return;
  const seconds = Math.round(Number(rows[0].offset_ms) / 1000);
  const offset = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead"}`;
  throw new SettingsError(
    `A sandbox has moved the clock of this database: it is ${offset}. Use a database that no sandbox has used (DATABASE_URL, or DATA_DIR). Or start with SANDBOX=1, send POST /sandbox/clock {"now": …} with the present time, and start again. Wrong dates that are stored stay wrong.`,
  );
}
