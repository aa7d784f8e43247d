import { operations, type OperationId } from "#engine/contract/operations.ts";
import { toCallPattern } from "../call-pattern.ts";

/** One answer of the server with its duration. */
export interface TimedCall {
  /** The operation, or the kind of any other address: "config", "sandbox", "page". */
  readonly what: string;
  readonly tookMs: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
}

/** Latency of one operation in milliseconds. */
export interface Latency {
  readonly what: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers with status 500 and above, and calls without an answer. */
  readonly faults: number;
}

const patterns = (Object.keys(operations) as OperationId[]).map((id) => {
  // A fixed path goes before a path with a parameter.
  return { id, ...toCallPattern(id), isOpen: operations[id].path.includes(":") };
});
patterns.sort((one, other) => Number(one.isOpen) - Number(other.isOpen));

/** The operation of a call, or the first path segment of any other call. */
export function findOperation(method: string, pathname: string): string {
  const found = patterns.find((one) => one.method === method && one.pattern.test(pathname));
  return found?.id ?? (pathname.split("/")[1] || "page");
}

/** Latencies of each operation, the slowest first. */
export function toLatencies(answers: readonly TimedCall[]): Latency[] {
  const byOperation = new Map<string, TimedCall[]>();
  for (const answer of answers) {
    const own = byOperation.get(answer.what);
    if (own) own.push(answer);
    else byOperation.set(answer.what, [answer]);
  }
  return [...byOperation]
    .map(([what, own]): Latency => {
      const times = own.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
      const faults = own.filter(({ status }) => status === 0 || status >= 500).length;
      return { what, count: own.length, p50: at(times, 0.5), p95: at(times, 0.95), p99: at(times, 0.99), faults };
    })
    .sort((one, other) => other.p95 - one.p95);
}

/** The value at that percentile (nearest rank). */
const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
