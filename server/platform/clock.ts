import type pg from "pg";
import { SettingsError } from "./settings-error.ts";

/** The one clock of limits, expiries and jobs; the sandbox may move it. */
export interface Clock {
  now(): Promise<Date>;
  /** Milliseconds since 1970 as far as the last reading told them: what answers carry, so that pages follow this clock. */
  told(): number;
}

/** Reads app_now(), so that every server and every SQL statement agree. */
export function createClock(pool: pg.Pool): Clock {
  let aheadMs = 0;
  return {
    now: async () => {
      const { rows } = await pool.query<{ now: Date }>("select app_now() as now");
      const { now } = rows[0]!;
      aheadMs = now.getTime() - Date.now();
      return now;
    },
    told: () => Date.now() + aheadMs,
  };
}

/**
 * Outside the sandbox nothing moves the clock, and one that a sandbox has moved would date everything wrongly and refuse
 * what providers sign. Throws SettingsError.
 */
export async function assertRealTime(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ offset_ms: string }>("select offset_ms from sandbox_clock where offset_ms <> 0");
  if (!rows[0]) return;
  const seconds = Math.round(Number(rows[0].offset_ms) / 1000);
  throw new SettingsError(
    `A sandbox has moved the clock of this database: it is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead"}. Start with one that no sandbox was at work in (DATABASE_URL, or DATA_DIR). Or start here with SANDBOX=1, send POST /sandbox/clock {"now": …} with this very moment, and start again; what was dated wrongly stays so.`,
  );
}
