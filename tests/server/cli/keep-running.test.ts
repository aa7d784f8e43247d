import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";

const { keepRunning } = (await import(path.resolve("server/cli/keep-running.mjs"))) as {
  keepRunning(name: string, start: () => ChildProcess, delays: object): { stop(): Promise<void> };
};

const children: ChildProcess[] = [];
const output: string[] = [];
const delays = { log: (line: string) => output.push(line), firstDelayMs: 20, maxDelayMs: 40, steadyMs: 60_000 };
const start = (code: string) => () => {
  const child = spawn(process.execPath, ["-e", code], { stdio: "ignore" });
  children.push(child);
  return child;
};
let kept: ReturnType<typeof keepRunning> | undefined;
afterEach(async () => {
  await kept?.stop();
  children.length = output.length = 0;
});

test("reports and restarts a killed child, until it is stopped", async () => {
  kept = keepRunning("workbench", start("setInterval(() => {}, 1000)"), delays);
  children[0]!.kill("SIGKILL");
  await eventually(() => expect(children).toHaveLength(2));
  expect(output).toEqual(["[dev] the workbench exited (SIGKILL), restart in 0.02 s"]);
  await kept.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(children).toHaveLength(2);
  expect(children[1]!.signalCode).toBe("SIGTERM");
  expect(output).toHaveLength(1);
});

test("restarts a child that exits at once with growing delays", async () => {
  kept = keepRunning("server", start("process.exit(3)"), delays);
  await eventually(() => expect(output.length).toBeGreaterThanOrEqual(3));
  expect(output.slice(0, 3).map((line) => line.slice(-9))).toEqual(["in 0.02 s", "in 0.04 s", "in 0.04 s"]);
  expect(output[0]).toContain("(3)");
});
