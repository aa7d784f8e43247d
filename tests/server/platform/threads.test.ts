import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import {
  findExceededLimit,
  findThreadId,
  readCpuMs,
  watchThread,
  type ThreadStarted,
} from "#server/platform/threads.ts";

/** Whether this system reports CPU time per thread. */
const counts = existsSync("/proc/thread-self");
const shortPatience = { cpuMs: 300, elapsedMs: 1500 };

// On a busy machine a thread may get almost no CPU, so elapsed time alone must not end its work.
describe("watchThread", () => {
  test("distinguishes expensive work from a busy machine by CPU time", () => {
    const limits = { cpuMs: 30_000, elapsedMs: 180_000 };
    expect(findExceededLimit(limits, 31_000, 31_000)).toBe("cpuMs");
    expect(findExceededLimit(limits, 120_000, 900)).toBeUndefined();
    expect(findExceededLimit(limits, 181_000, 900)).toBe("elapsedMs");
  });

  test.runIf(counts)("counts the CPU time of the worker, not of the serving thread", async () => {
    const measure = async (work: string) => {
      const worker = start(`${work} report();`);
      const { threadId } = await waitForReport(worker);
      const spentMs = await readCpuMs(threadId);
      await worker.terminate();
      return spentMs!;
    };
    const busy = 'require("node:crypto").pbkdf2Sync("work", "salt", 3_000_000, 64, "sha512");';
    expect(await measure(busy)).toBeGreaterThan(500);
    expect(await measure("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);")).toBeLessThan(400);
    expect(await readCpuMs(findThreadId())).toBeGreaterThan(0);
    expect(await readCpuMs(undefined)).toBeUndefined();
  });

  test.runIf(counts).each([
    ["works without end", "while (true);", { cpuMs: 300, elapsedMs: 60_000 }, "cpuMs"],
    ["waits without end", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);", shortPatience, "elapsedMs"],
  ])("reports a thread that %s", async (_name, work, limits, expected) => {
    const worker = start(`report(); ${work}`);
    const started = await waitForReport(worker);
    expect(await new Promise((resolve) => watchThread(() => started, limits, resolve))).toBe(expected);
    await worker.terminate();
  });

  test("reports nothing after the work is done", async () => {
    const reported: string[] = [];
    const done = watchThread(
      () => undefined,
      { cpuMs: 300, elapsedMs: 100 },
      (limit) => reported.push(limit),
    );
    done();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(reported).toEqual([]);
  });
});

/** A worker that posts its thread id. */
function start(work: string): Worker {
  const report = `const report = () => require("node:worker_threads").parentPort.postMessage(
    { threadId: Number(require("node:fs").readlinkSync("/proc/thread-self").split("/").pop()) });`;
  return new Worker(`${report} ${work} setInterval(() => undefined, 1000);`, { eval: true });
}

const waitForReport = (worker: Worker): Promise<ThreadStarted> =>
  new Promise((resolve) => worker.once("message", resolve));
