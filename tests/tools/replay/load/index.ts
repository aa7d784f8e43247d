import { startProcess } from "../processes.ts";
import type { LoadReport } from "./candidate.ts";
import { toLatencies, type TimedCall } from "./latencies.ts";

/** Options of a load test. */
export interface Load {
  readonly baseUrl: string;
  /** Number of virtual candidates, each in its own process. */
  readonly candidates: number;
  readonly seconds: number;
  /** Names of fixtures. An empty list plays all that can run beside others. */
  readonly wanted: readonly string[];
}

/** Plays fixtures as several candidates at once. Prints latencies and failures. Returns true when all passed. */
export async function runLoad(load: Load): Promise<boolean> {
  const answers: TimedCall[] = [];
  const failures = new Map<string, string>();
  let played = 0;
  const began = Date.now();
  await Promise.all(
    Array.from({ length: load.candidates }, () =>
      runCandidate(load, (report) => {
        if ("answered" in report) return void answers.push(report.answered);
        played += 1;
        if (report.failure !== undefined) failures.set(report.played, report.failure);
      }),
    ),
  );
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `\n${load.candidates} candidates at once, ${seconds.toFixed(0)} s: ${played} transactions (${(played / seconds).toFixed(1)} a second), ${answers.length} calls (${(answers.length / seconds).toFixed(0)} a second)\n`,
  );
  console.log(
    `${"".padEnd(36)}${["calls", "p50 ms", "p95", "p99", "faults"].map((head) => head.padStart(8)).join("")}`,
  );
  for (const { what, count, p50, p95, p99, faults } of toLatencies(answers))
    console.log(what.padEnd(36) + [count, p50, p95, p99, faults].map((one) => String(one).padStart(8)).join(""));
  for (const [name, failure] of failures) console.log(`  ✗ ${name}: ${failure.split("\n")[0]}`);
  return failures.size === 0;
}

function runCandidate({ baseUrl, seconds, wanted }: Load, onReport: (report: LoadReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startProcess("candidate");
    child.on("message", onReport);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`a candidate's process ended with ${code}`)),
    );
    child.send({ baseUrl, seconds, wanted });
  });
}
