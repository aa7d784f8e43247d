import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { findPassed, findThread, readProcessorMs } from "#server/platform/threads.ts";

// On a machine that is busy with other things a thread of low rank gets next to nothing: what it was given to look into
// may be as good as any.
describe("work that takes long", () => {
  test("is told by what it takes of a processor from what the machine has no time for", () => {
    const limits = { processorMs: 30_000, clockMs: 180_000 };
    expect(findPassed(limits, 31_000, 31_000)).toBe("processorMs");
    expect(findPassed(limits, 120_000, 900)).toBeUndefined();
    expect(findPassed(limits, 181_000, 900)).toBe("clockMs");
  });

  test.runIf(existsSync("/proc/thread-self"))("is counted by its own thread, not by the one that serves", async () => {
    const script = (work: string) => `
      const { parentPort } = require("node:worker_threads");
      const { readlinkSync } = require("node:fs");
      ${work}
      parentPort.postMessage(Number(readlinkSync("/proc/thread-self").split("/").pop()));
      setInterval(() => undefined, 1000);`;
    const take = async (work: string) => {
      const worker = new Worker(script(work), { eval: true });
      const thread = await new Promise<number>((resolve) => worker.once("message", resolve));
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
});
