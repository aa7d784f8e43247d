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
  /** Runs what is due, or everything with `all`; failures are logged and tried at the next tick. */
  runDue(options?: { all?: boolean }): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const tickMs = 1000;

interface Job {
  name: string;
  everySeconds: number;
  run: JobRun;
  /** Monotonic; spares the database a question each second. */
  askAgainAt: number;
}

/** Later work, swept from the tables it concerns: nothing is queued anywhere that a restart could lose. */
export function createJobs(pool: pg.Pool, clock: Clock, log: Log): Jobs {
  const jobs = new Map<string, Job>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

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
  const sweep = async (all: boolean) => {
    for (const job of jobs.values()) {
      if (!all && performance.now() < job.askAgainAt) continue;
      job.askAgainAt = performance.now() + Math.min(job.everySeconds, 60) * 1000;
      if (all || (await claim(pool, job))) await runOne(job);
    }
  };
  const runDue = (options: { all?: boolean } = {}) => {
    running = running
      .then(() => sweep(options.all ?? false))
      .catch((error: unknown) => log.error(describeError(error), "jobs could not be swept"));
    return running;
  };
  return {
    register(name, everySeconds, run) {
      if (jobs.has(name)) throw new Error(`Two jobs are called '${name}'.`);
      jobs.set(name, { name, everySeconds, run, askAgainAt: 0 });
    },
    onRun: (listener) => void listeners.push(listener),
    runDue,
    start() {
      const tick = async () => {
        await runDue();
        if (timer) timer = setTimeout(tick, tickMs).unref();
      };
      timer = setTimeout(tick, tickMs).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}

/** One server wins each period; the row count decides. */
async function claim(pool: pg.Pool, job: Job): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as run (name, last_run_at) values ($1, app_now())
     on conflict (name) do update set last_run_at = app_now()
     where run.last_run_at <= app_now() - $2 * interval '1 second' or run.last_run_at > app_now()`,
    [job.name, job.everySeconds],
  );
  return rowCount === 1;
}
