import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "#server/platform/clock.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newJobs = () => createJobs(app.services.pool, createClock(app.services.pool), silent);

test("of two servers one runs a job in each period, by the clock of the database", async () => {
  const runs: string[] = [];
  const [first, second] = [newJobs(), newJobs()];
  first.register("shared", 3600, async () => void runs.push("first"));
  second.register("shared", 3600, async () => void runs.push("second"));
  await Promise.all([first.runDue(), second.runDue()]);
  expect(runs).toHaveLength(1);
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

test("a name is registered once", () => {
  const jobs = newJobs();
  jobs.register("once", 1, async () => undefined);
  expect(() => jobs.register("once", 1, async () => undefined)).toThrow(/once/);
});
