import { AsyncLocalStorage } from "node:async_hooks";

/** The id of the request that began what is being done, however far from it: rows, lines of the log and calls to others carry it. */
const origins = new AsyncLocalStorage<string | undefined>();

/** Undefined in what no request began. */
export const findOrigin = (): string | undefined => origins.getStore();

/** Runs `run`, and all that it begins, on behalf of a request; of none without an id. */
export function withOrigin<T>(requestId: string | null | undefined, run: () => T): T {
  return origins.run(requestId ?? undefined, run);
}

/** As others are told of it: a header of a call, or none. */
export function toOriginHeader(): Record<string, string> {
  const requestId = findOrigin();
  return requestId === undefined ? {} : { "x-request-id": requestId };
}

/** An id that a caller gave its request: of signs that may stand in a header and in a log. */
export function readOrigin(given: string | string[] | undefined): string | undefined {
  return typeof given === "string" && /^[\w-]{16,64}$/.test(given) ? given : undefined;
}
