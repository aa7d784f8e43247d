import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { describeError, type Log } from "../log.ts";
import { withOrigin } from "../origin.ts";

/** One sweep over domain rows; must bear running twice at once (SKIP LOCKED, conditional updates). */
export type JobRun = (now: Date) => Promise<void>;

export interface Jobs {
  /** At the first tick and then every `everySeconds` of the app's clock, on one server at a time. Names are unique. */
  register(name: string, everySeconds: number, run: JobRun): void;
  /** Hears of each round that ended. */
  onRun(listener: (round: { name: string; seconds: number; failed: boolean }) => void): void;
  /**
   * Runs what is due, or everything with `all`, and ends with the last of these rounds; failures are logged and tried at
   * the next tick. They begin in the order of registration, since what one does may be the next one's work, but none
   * waits long for another: one that asks somebody who does not answer would hold up all.
   */
  runDue(options?: { all?: boolean }): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const tickMs = 1000;
/** A round that takes longer is not waited for by the next one. */
const patienceMs = 2000;

interface Job {
  name: string;
  everySeconds: number;
  run: JobRun;
  /** Monotonic; spares the database a question each second. */
  askAgainAt: number;
  /** Its rounds, one after the other. */
  rounds: Promise<void>;
  /** How many of them have not ended. */
  underWay: number;
}

/** Later work, swept from the tables it concerns: nothing is queued anywhere that a restart could lose. */
export function createJobs(pool: pg.Pool, clock: Clock, log: Log): Jobs {
  const jobs = new Map<string, Job>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> = Promise.resolve();

  const listeners: Parameters<Jobs["onRun"]>[0][] = [];

  const runOne = async (job: Job) => {
    const begun = performance.now();
    let failed = false;
    try {
      const now = await clock.now();
      // A round is nobody's, whoever set it off; the rows that it finds say whose they are.
      await withOrigin(undefined, () => job.run(now));
    } catch (error) {
      failed = true;
      log.error({ job: job.name, ...describeError(error) }, "job failed");
    }
    const round = { name: job.name, seconds: (performance.now() - begun) / 1000, failed };
    for (const hear of listeners) hear(round);
  };
  /** A round behind those of this job that are under way. */
  const begin = (job: Job): Promise<void> => {
    job.underWay += 1;
    job.rounds = job.rounds
      .then(() => runOne(job))
      .catch((error: unknown) => log.error({ job: job.name, ...describeError(error) }, "job could not be run"))
      .finally(() => (job.underWay -= 1));
    return job.rounds;
  };
  const beginDue = async (all: boolean) => {
    const begun: Promise<void>[] = [];
    for (const job of jobs.values()) {
      if (!all && (job.underWay > 0 || performance.now() < job.askAgainAt)) continue;
      job.askAgainAt = performance.now() + Math.min(job.everySeconds, 60) * 1000;
      if (!all && !(await claim(pool, job))) continue;
      const round = begin(job);
      begun.push(round);
      await waitPatiently(round);
    }
    return begun;
  };
  /** → the rounds that were begun. */
  const sweep = (all: boolean): Promise<Promise<void>[]> => {
    const swept = sweeping
      .then(() => beginDue(all))
      .catch((error: unknown) => {
        log.error(describeError(error), "jobs could not be swept");
        return [];
      });
    sweeping = swept;
    return swept;
  };
  return {
    register(name, everySeconds, run) {
      if (jobs.has(name)) throw new Error(`Two jobs are called '${name}'.`);
      jobs.set(name, { name, everySeconds, run, askAgainAt: 0, rounds: Promise.resolve(), underWay: 0 });
    },
    onRun: (listener) => void listeners.push(listener),
    async runDue({ all = false } = {}) {
      await Promise.all(await sweep(all));
    },
    start() {
      const tick = async () => {
        await sweep(false);
        if (timer) timer = setTimeout(tick, tickMs).unref();
      };
      timer = setTimeout(tick, tickMs).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await sweeping;
      await Promise.all([...jobs.values()].map(({ rounds }) => rounds));
    },
  };
}

/** Until it has ended, or has taken longer than others should wait for it. */
async function waitPatiently(round: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(patienceMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([round, patience]);
  ended.abort();
}

/**
 * One server wins each period; the row count decides. Who waits for another's claim may find a moment that is later than
 * its own statement (app_now()), though not later than the time by now: only that is a clock that was set back.
 */
async function claim(pool: pg.Pool, job: Job): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as run (name, last_run_at) values ($1, app_now())
     on conflict (name) do update set last_run_at = app_now()
     where run.last_run_at <= app_now() - $2 * interval '1 second' or run.last_run_at > app_now() + (clock_timestamp() - now())`,
    [job.name, job.everySeconds],
  );
  return rowCount === 1;
}
