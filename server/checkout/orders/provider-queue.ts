import type { OrderRow } from "./rows.ts";

/** Lease of one job. It is longer than all provider calls of one job together. */
export const leaseSeconds = 120;

const maxPerRound = 20;
/** A provider that needs this long for one order is unresponsive. Its other orders wait for the next round. */
const unresponsiveMs = 5000;

/**
 * Processes the jobs that are due, one after the other. `lease` takes the next job, except of `unresponsive` providers.
 */
export async function processProviderQueue<Due extends { order: OrderRow }>(
  lease: (unresponsive: string[]) => Promise<Due | undefined>,
  process: (due: Due) => Promise<void>,
): Promise<void> {
  const unresponsive = new Set<string>();
  for (let count = 0; count < maxPerRound; count += 1) {
    const due = await lease([...unresponsive]);
    if (!due) return;
    const began = performance.now();
    await process(due);
    if (performance.now() - began >= unresponsiveMs) unresponsive.add(due.order.provider);
  }
}
