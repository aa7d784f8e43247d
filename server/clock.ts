import type pg from "pg";

/** The one clock of limits, expiries and jobs; the sandbox may move it. */
export interface Clock {
  now(): Promise<Date>;
}

/** Reads app_now(), so that every server and every SQL statement agree. */
export function createClock(pool: pg.Pool): Clock {
  return {
    now: async () => {
      const { rows } = await pool.query<{ now: Date }>("select app_now() as now");
      return rows[0]!.now;
    },
  };
}
