import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "#server/platform/clock.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { eventually } from "../../../support/eventually.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newJobs = () => createJobs(app.services.pool, createClock(app.services.pool), silent);

test("runs a job on one of two servers in each period, by the clock of the database", async () => {
  // The order of the two servers varies, and a server that waited for a lock sometimes started first.
  const names = Array.from({ length: 200 }, (_, n) => `shared ${n}`);
  const runs: string[] = [];
  for (const name of names) {
    const servers = [newJobs(), newJobs()];
    for (const jobs of servers) jobs.register(name, 3600, async () => void runs.push(name));
    await Promise.all(servers.map((jobs) => jobs.runDue()));
  }
  expect(runs).toEqual(names);
});

test("runs a job after the clock was set back", async () => {
  let runs = 0;
  const jobs = newJobs();
  jobs.register("ran in the future", 3600, async () => void (runs += 1));
  await app.services.pool.query(
    "insert into job_runs (name, last_run_at) values ('ran in the future', app_now() + interval '1 day')",
  );
  await jobs.runDue();
  expect(runs).toBe(1);
});

test("runs every job before a change of the clock is answered, and continues after a failing one", async () => {
  const seen: Date[] = [];
  app.services.jobs.register("breaks", 3600, async () => {
    throw new Error("broken");
  });
  app.services.jobs.register("reads the time", 3600, async (now) => void seen.push(now));
  await app.advance(86_400);
  expect(seen).toHaveLength(1);
  expect(seen[0]!.getTime() - Date.now()).toBeGreaterThan(86_000_000);
});

/** A round that the test ends. */
function hold(): { round: Promise<void>; end(): void } {
  let end = () => {};
  const round = new Promise<void>((resolve) => (end = resolve));
  return { round, end };
}

test("does not hold up other jobs while one waits, and does not start that one twice", async () => {
  const jobs = newJobs();
  const { round, end } = hold();
  const started: string[] = [];
  jobs.register("waits", 1, () => {
    started.push("waits");
    return round;
  });
  jobs.register("continues", 1, async () => void started.push("continues"));
  const first = jobs.runDue();
  await eventually(() => expect(started).toEqual(["waits", "continues"]));
  await app.services.pool.query("update job_runs set last_run_at = app_now() - interval '1 hour'");
  await eventually(async () => {
    await jobs.runDue();
    expect(started).toEqual(["waits", "continues", "continues"]);
  });
  let isOver = false;
  const stopped = jobs.stop().then(() => (isOver = true));
  expect(isOver).toBe(false);
  end();
  await Promise.all([first, stopped]);
});

test("starts jobs in the order of registration, because one may produce work for the next", async () => {
  const jobs = newJobs();
  const done: string[] = [];
  jobs.register("is slow", 3600, async () => {
    await app.services.pool.query("select pg_sleep(0.3)");
    done.push("is slow");
  });
  jobs.register("follows", 3600, async () => void done.push("follows"));
  await jobs.runDue({ all: true });
  expect(done).toEqual(["is slow", "follows"]);
});

test("waits for an unfinished round and adds another one when it runs all jobs", async () => {
  const jobs = newJobs();
  const { round, end } = hold();
  let started = 0;
  jobs.register("was under way", 3600, () => {
    started += 1;
    return started === 1 ? round : Promise.resolve();
  });
  const first = jobs.runDue({ all: true });
  await eventually(() => expect(started).toBe(1));
  const second = jobs.runDue({ all: true });
  end();
  await second;
  expect(started).toBe(2);
  await first;
});

test("rejects a second job with the same name", () => {
  const jobs = newJobs();
  jobs.register("once", 1, async () => undefined);
  expect(() => jobs.register("once", 1, async () => undefined)).toThrow(/once/);
});
