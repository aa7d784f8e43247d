import type pg from "pg";

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
