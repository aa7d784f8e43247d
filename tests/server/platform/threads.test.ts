import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { findPassed, findThread, readProcessorMs, watchWork, type Begun } from "#server/platform/threads.ts";

/** Whether threads are counted here. */
const counts = existsSync("/proc/thread-self");
const shortPatience = { processorMs: 300, clockMs: 1500 };

// On a machine that is busy with other things a thread gets next to nothing: what it was given to do may be as good as any.
describe("work that takes long", () => {
  test("is told by what it takes of a processor from what the machine has no time for", () => {
    const limits = { processorMs: 30_000, clockMs: 180_000 };
    expect(findPassed(limits, 31_000, 31_000)).toBe("processorMs");
    expect(findPassed(limits, 120_000, 900)).toBeUndefined();
    expect(findPassed(limits, 181_000, 900)).toBe("clockMs");
  });

  test.runIf(counts)("is counted by its own thread, not by the one that serves", async () => {
    const take = async (work: string) => {
      const worker = start(`${work} tell();`);
      const { thread } = await hear(worker);
      const taken = await readProcessorMs(thread);
      await worker.terminate();
      return taken!;
    };
    const busy = 'require("node:crypto").pbkdf2Sync("work", "salt", 3_000_000, 64, "sha512");';
    expect(await take(busy)).toBeGreaterThan(500);
    expect(await take("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);")).toBeLessThan(400);
    expect(await readProcessorMs(findThread())).toBeGreaterThan(0);
    expect(await readProcessorMs(undefined)).toBeUndefined();
  });

  test.runIf(counts).each([
    ["works without end", "while (true);", { processorMs: 300, clockMs: 60_000 }, "processorMs"],
    ["waits without end", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);", shortPatience, "clockMs"],
  ])("is noticed of a thread that %s", async (_how, work, limits, expected) => {
    const worker = start(`tell(); ${work}`);
    const begun = await hear(worker);
    expect(await new Promise((resolve) => watchWork(() => begun, limits, resolve))).toBe(expected);
    await worker.terminate();
  });

  test("is nobody's concern once it is done", async () => {
    const told: string[] = [];
    const done = watchWork(
      () => undefined,
      { processorMs: 300, clockMs: 100 },
      (limit) => told.push(limit),
    );
    done();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(told).toEqual([]);
  });
});

/** A thread whose `tell` says which one it is. */
function start(work: string): Worker {
  const tell = `const tell = () => require("node:worker_threads").parentPort.postMessage(
    { thread: Number(require("node:fs").readlinkSync("/proc/thread-self").split("/").pop()) });`;
  return new Worker(`${tell} ${work} setInterval(() => undefined, 1000);`, { eval: true });
}

const hear = (worker: Worker): Promise<Begun> => new Promise((resolve) => worker.once("message", resolve));
