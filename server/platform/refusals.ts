/** Reasons to refuse a call because the server is busy. `/health` reports them. */
export const loadReasons = ["calls", "database-queue", "event-loop", "inspection-queue"] as const;
/** Reasons to refuse a call because its network address or candidate has used a budget. */
export const budgetReasons = [
  "open-calls",
  "open-bodies",
  "connections",
  "public-reads",
  "inspections",
  "stored-bytes",
  "attempts",
  "slow-body",
  "slow-reader",
] as const;
export type LoadReason = (typeof loadReasons)[number];
export type RefusalReason = LoadReason | (typeof budgetReasons)[number];

/** Load counts as shed for this long after the last refusal. */
const sheddingMs = 10_000;
const isLoad: ReadonlySet<string> = new Set(loadReasons);

/** Counts what the server refuses, for `/health` and metrics. */
export class Refusals {
  readonly #counts = new Map<RefusalReason, number>();
  #shedUntil = 0;

  add(reason: RefusalReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (isLoad.has(reason)) this.#shedUntil = performance.now() + sheddingMs;
  }

  /** Returns whether the server shed load in the last ten seconds. */
  isShedding(): boolean {
    return performance.now() < this.#shedUntil;
  }

  /** Refused calls since the start, by reason. */
  readCounts(): Record<RefusalReason, number> {
    const all = [...loadReasons, ...budgetReasons].map((reason) => [reason, this.#counts.get(reason) ?? 0]);
    return Object.fromEntries(all) as Record<RefusalReason, number>;
  }
}
