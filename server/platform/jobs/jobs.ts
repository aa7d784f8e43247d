import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { describeError, type Log } from "../log.ts";
import { withRequestContext } from "../request-context.ts";

/** One sweep over domain rows. It may run twice at the same time: use SKIP LOCKED and conditional updates. */
export type JobRun = (now: Date) => Promise<void>;

export interface Jobs {
  /**
   * Runs at the first tick and then every `everySeconds` of the app's clock, on one server at a time. Names are unique.
   */
  register(name: string, everySeconds: number, run: JobRun): void;
  /** Calls `listener` after each round. */
  onRun(listener: (round: { name: string; seconds: number; failed: boolean }) => void): void;
  /**
   * Runs the due jobs, or all of them with `all`, and waits for these rounds. A failure is logged, and the job runs
   * again at the next tick. Jobs start in the order of registration, because one may produce work for the next. None
   * waits long for another: a job that calls an unresponsive service must not hold up the rest.
   */
  runDue(options?: { all?: boolean }): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const tickMs = 1000;
/** The next job does not wait longer for a round than this. */
const maxWaitMs = 2000;

interface Job {
  name: string;
  everySeconds: number;
  run: JobRun;
  /** Monotonic time. Saves the database a query each second. */
  nextQueryAt: number;
  /** The rounds of this job, one after the other. */
  rounds: Promise<void>;
  /** The number of unfinished rounds. */
  unfinished: number;
}

/** Background jobs. Each sweeps the tables that it concerns, so there is no queue that a restart could lose. */
export function createJobs(pool: pg.Pool, clock: Clock, log: Log): Jobs {
  const jobs = new Map<string, Job>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> = Promise.resolve();

  const listeners: Parameters<Jobs["onRun"]>[0][] = [];

  const runOne = async (job: Job) => {
    const startedAt = performance.now();
    let failed = false;
    try {
      const now = await clock.now();
      // The round has no correlation id; each row that it finds has one.
      await withRequestContext(undefined, () => job.run(now));
    } catch (error) {
      failed = true;
      log.error({ job: job.name, ...describeError(error) }, "job failed");
    }
    const round = { name: job.name, seconds: (performance.now() - startedAt) / 1000, failed };
    for (const listener of listeners) listener(round);
  };
  /** Starts a round after the unfinished rounds of this job. */
  const start = (job: Job): Promise<void> => {
    job.unfinished += 1;
    job.rounds = job.rounds
      .then(() => runOne(job))
      .catch((error: unknown) => log.error({ job: job.name, ...describeError(error) }, "job could not be run"))
      .finally(() => (job.unfinished -= 1));
    return job.rounds;
  };
  const startDue = async (all: boolean) => {
    const started: Promise<void>[] = [];
    for (const job of jobs.values()) {
      if (!all && (job.unfinished > 0 || performance.now() < job.nextQueryAt)) continue;
      job.nextQueryAt = performance.now() + Math.min(job.everySeconds, 60) * 1000;
      if (!all && !(await lease(pool, job))) continue;
      const round = start(job);
      started.push(round);
      await waitBriefly(round);
    }
    return started;
  };
  /** Returns the rounds that it started. */
  const sweep = (all: boolean): Promise<Promise<void>[]> => {
    const started = sweeping
      .then(() => startDue(all))
      .catch((error: unknown) => {
        log.error(describeError(error), "jobs could not be started");
        return [];
      });
    sweeping = started;
    return started;
  };
  return {
    register(name, everySeconds, run) {
      if (jobs.has(name)) throw new Error(`Two jobs are called '${name}'.`);
      jobs.set(name, { name, everySeconds, run, nextQueryAt: 0, rounds: Promise.resolve(), unfinished: 0 });
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

/** Waits until the round has ended, but no longer than `maxWaitMs`. */
async function waitBriefly(round: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const timeout = sleep(maxWaitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([round, timeout]);
  ended.abort();
}

/**
 * Leases a period to one server: the row count decides. A server that waited for the lock may see a `last_run_at` after
 * its own app_now(). That is no clock that was set back, unless it is also after the present time.
 */
async function lease(pool: pg.Pool, job: Job): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as run (name, last_run_at) values ($1, app_now())
     on conflict (name) do update set last_run_at = app_now()
     where run.last_run_at <= app_now() - $2 * interval '1 second' or run.last_run_at > app_now() + (clock_timestamp() - now())`,
    [job.name, job.everySeconds],
  );
  return rowCount === 1;
}
