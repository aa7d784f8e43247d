import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Refusals } from "./refusals.ts";

/** Metrics of a running server in the Prometheus text format: counts and durations, no personal data. */
export interface Metrics {
  /** `route` as declared, with its parameter names. */
  observeAnswer(answer: { method: string; route: string; status: number; seconds: number }): void;
  observeJob(job: { name: string; seconds: number; failed: boolean }): void;
  /** Adds a gauge whose value is read at each scrape. */
  addGauge(name: string, help: string, read: () => number): void;
  /** All metrics as text, and the content type. */
  read(): Promise<{ text: string; type: string }>;
}

/** Bucket bounds in seconds, from a database read to an upload that the client gives up. */
const answerBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const jobBounds = [0.01, 0.1, 1, 10, 60];

/** Starts to measure the process (memory, event loop, garbage collection), answers, jobs and refusals. */
export function createMetrics(refusals: Refusals): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const answers = new Histogram({
    name: "http_request_duration_seconds",
    help: "how long answers took, by route as declared",
    labelNames: ["method", "route", "status"],
    buckets: answerBounds,
    registers,
  });
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "how long rounds of background jobs took",
    labelNames: ["job"],
    buckets: jobBounds,
    registers,
  });
  const failures = new Counter({
    name: "job_failures_total",
    help: "rounds of background jobs that failed",
    labelNames: ["job"],
    registers,
  });
  addRefusals(register, refusals);
  return {
    observeAnswer: ({ method, route, status, seconds }) => answers.observe({ method, route, status }, seconds),
    observeJob: ({ name: job, seconds, failed }) => {
      jobs.observe({ job }, seconds);
      if (failed) failures.inc({ job });
    },
    addGauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      }),
    read: async () => ({ text: await register.metrics(), type: register.contentType }),
  };
}

function addRefusals(register: Registry, refusals: Refusals): void {
  void new Counter({
    name: "refusals_total",
    help: "calls that were refused or cut off, by the limit that they reached",
    labelNames: ["reason"],
    registers: [register],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(refusals.readCounts())) this.inc({ reason }, count);
    },
  });
}
