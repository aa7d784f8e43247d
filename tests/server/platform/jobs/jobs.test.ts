import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "#server/platform/clock.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { eventually } from "../../../eventually.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newJobs = () => createJobs(app.services.pool, createClock(app.services.pool), silent);

test("of two servers one runs a job in each period, by the clock of the database", async () => {
  // Who of the two came first is another one each time, and who waited for the other has begun before it now and then.
  const names = Array.from({ length: 200 }, (_, n) => `shared ${n}`);
  const runs: string[] = [];
  for (const name of names) {
    const servers = [newJobs(), newJobs()];
    for (const jobs of servers) jobs.register(name, 3600, async () => void runs.push(name));
    await Promise.all(servers.map((jobs) => jobs.runDue()));
  }
  expect(runs).toEqual(names);
});

test("a clock that was set back does not hold a job up", async () => {
  let runs = 0;
  const jobs = newJobs();
  jobs.register("ran in the future", 3600, async () => void (runs += 1));
  await app.services.pool.query(
    "insert into job_runs (name, last_run_at) values ('ran in the future', app_now() + interval '1 day')",
  );
  await jobs.runDue();
  expect(runs).toBe(1);
});

test("a move of the clock runs every job before it is answered, and a failing one does not stop the others", async () => {
  const seen: Date[] = [];
  app.services.jobs.register("breaks", 3600, async () => {
    throw new Error("broken");
  });
  app.services.jobs.register("reads the time", 3600, async (now) => void seen.push(now));
  await app.advance(86_400);
  expect(seen).toHaveLength(1);
  expect(seen[0]!.getTime() - Date.now()).toBeGreaterThan(86_000_000);
});

/** A round that somebody else ends. */
function hold(): { round: Promise<void>; end(): void } {
  let end = () => {};
  const round = new Promise<void>((resolve) => (end = resolve));
  return { round, end };
}

test("a job that waits for somebody holds up no other, and is not begun again beside itself", async () => {
  const jobs = newJobs();
  const { round, end } = hold();
  const begun: string[] = [];
  jobs.register("waits", 1, () => {
    begun.push("waits");
    return round;
  });
  jobs.register("goes on", 1, async () => void begun.push("goes on"));
  const first = jobs.runDue();
  await eventually(() => expect(begun).toEqual(["waits", "goes on"]));
  await app.services.pool.query("update job_runs set last_run_at = app_now() - interval '1 hour'");
  await eventually(async () => {
    await jobs.runDue();
    expect(begun).toEqual(["waits", "goes on", "goes on"]);
  });
  let isOver = false;
  const stopped = jobs.stop().then(() => (isOver = true));
  expect(isOver).toBe(false);
  end();
  await Promise.all([first, stopped]);
});

test("what one job does is work for the next: they begin in the order in which they were registered", async () => {
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

test("who runs everything waits for a round under way, and has another one run behind it", async () => {
  const jobs = newJobs();
  const { round, end } = hold();
  let begun = 0;
  jobs.register("was under way", 3600, () => {
    begun += 1;
    return begun === 1 ? round : Promise.resolve();
  });
  const first = jobs.runDue({ all: true });
  await eventually(() => expect(begun).toBe(1));
  const second = jobs.runDue({ all: true });
  end();
  await second;
  expect(begun).toBe(2);
  await first;
});

test("a name is registered once", () => {
  const jobs = newJobs();
  jobs.register("once", 1, async () => undefined);
  expect(() => jobs.register("once", 1, async () => undefined)).toThrow(/once/);
});
