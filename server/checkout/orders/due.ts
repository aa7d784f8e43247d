import type { OrderRow } from "./rows.ts";

/** So long nobody else takes up what somebody asks a provider about: longer than all calls of one answer may take. */
export const leaseSeconds = 120;

const maxPerRound = 20;
/** A provider that takes so long over one order is silent: its others wait for the next round, and nobody else's for them. */
const silentMs = 5000;

/** Works through what is due, one after the other. `take` leases the next one, of none of the `silent` providers. */
export async function workThrough<Due extends { order: OrderRow }>(
  take: (silent: string[]) => Promise<Due | undefined>,
  work: (due: Due) => Promise<void>,
): Promise<void> {
  const silent = new Set<string>();
  for (let count = 0; count < maxPerRound; count += 1) {
    const due = await take([...silent]);
    if (!due) return;
    const began = performance.now();
    await work(due);
    if (performance.now() - began >= silentMs) silent.add(due.order.provider);
  }
}
