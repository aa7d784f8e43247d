import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** What is measured of a running server, in the text format of Prometheus: counts and seconds by names of our own, nothing of anybody's data. */
export interface Metrics {
  /** An answer went out; `route` as it is declared. */
  answered(answer: { method: string; route: string; status: number; seconds: number }): void;
  jobRan(job: { name: string; seconds: number; failed: boolean }): void;
  /** Asked each time that somebody reads. */
  gauge(name: string, help: string, read: () => number): void;
  /** All of it as text, and its content type. */
  read(): Promise<{ text: string; type: string }>;
}

/** Bounds in seconds: a read of the database, a save, an upload, what somebody gives up on. */
const answerBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const jobBounds = [0.01, 0.1, 1, 10, 60];

/** Begins to measure: the process itself (memory, event loop, garbage), answers and jobs. */
export function createMetrics(): Metrics {
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
  return {
    answered: ({ method, route, status, seconds }) => answers.observe({ method, route, status }, seconds),
    jobRan: ({ name: job, seconds, failed }) => {
      jobs.observe({ job }, seconds);
      if (failed) failures.inc({ job });
    },
    gauge: (name, help, read) =>
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
