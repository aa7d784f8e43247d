import { vi } from "vitest";

/**
 * Asks again and again until `asked` neither throws nor rejects; → what it answered then, or throws what it said last.
 * A machine that stands still for seconds is given its time: what never comes true costs 45 s, what does costs nothing.
 */
export function eventually<T>(asked: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(asked, { timeout: 45_000, interval: 20 });
}
