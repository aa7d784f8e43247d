import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The correlation id: the id of the request that caused the present work, however indirectly. Log lines, rows
 * (`request_id`) and calls to other services carry it.
 */
const context = new AsyncLocalStorage<string | undefined>();

/** Undefined in work that no request caused. */
export const findCorrelationId = (): string | undefined => context.getStore();

/** Runs `run`, and everything that it starts, under a correlation id; under none without `requestId`. */
export function withRequestContext<T>(requestId: string | null | undefined, run: () => T): T {
  return context.run(requestId ?? undefined, run);
}

/** The header that passes the correlation id on; empty without one. */
export function toCorrelationHeader(): Record<string, string> {
  const requestId = findCorrelationId();
  return requestId === undefined ? {} : { "x-request-id": requestId };
}

/** A correlation id from a client; undefined unless it is safe in a header and in a log. */
export function readCorrelationId(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^[\w-]{16,64}$/.test(header) ? header : undefined;
}
