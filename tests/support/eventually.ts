import { vi } from "vitest";

/**
 * Calls `asked` until it neither throws nor rejects, for at most 45 s, and returns its result. Then throws its last
 * error. The limit leaves room for a machine that pauses for seconds.
 */
export function eventually<T>(asked: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(asked, { timeout: 45_000, interval: 20 });
}
