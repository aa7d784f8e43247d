import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * Faults at one statement of a call. `cut-…`: the connection is lost before or after the statement. `dead-…`: no later
 * statement reaches the database. `full`: the database has no space.
 */
export const faultKinds = ["cut-before", "cut-after", "dead-before", "dead-after", "full"] as const;
/** The statement runs, but its answer takes longer than the circuit breaker waits. */
export const frozen = "frozen";
const frozenMs = 4500;
export type FaultKind = (typeof faultKinds)[number] | typeof frozen;

/** Kills this process before, during or after a statement. */
export const killKinds = ["kill-before", "kill-during", "kill-after"] as const;
export type KillKind = (typeof killKinds)[number];

interface Fault {
  kind: FaultKind | KillKind | "none";
  /** The number of the statement, from 1. */
  at: number;
  seen: number;
}

type Ask = (this: pg.Client, ...args: unknown[]) => unknown;

const faults = new AsyncLocalStorage<Fault>();
const refuse = "do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$";
const lost = () => new Error("Connection terminated unexpectedly");

/** Applies faults to the statements of calls under `withFault`. Returns a function that undoes it. */
export function armFaults(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Ask };
  const originalQuery = prototype.query;
  prototype.query = function (...args) {
    const fault = isOfConnecting(args) ? undefined : faults.getStore();
    if (!fault || fault.kind === "none") {
      if (fault) fault.seen += 1;
      return originalQuery.apply(this, args);
    }
    fault.seen += 1;
    const isDead = fault.kind.startsWith("dead") && fault.seen > fault.at;
    if (!isDead && fault.seen !== fault.at) return originalQuery.apply(this, args);
    const done = applyFault(fault, isDead, this, originalQuery, args);
    const callback = args.at(-1);
    if (typeof callback !== "function") return done;
    const report = callback as (error: unknown, result?: unknown) => void;
    done.then((result) => report(undefined, result), report);
    return undefined;
  };
  return () => {
    prototype.query = originalQuery;
  };
}

/** Statements that set up a new connection do not belong to the call, which may get an existing connection. */
const isOfConnecting = ([statement]: unknown[]): boolean => String(statement).startsWith("set statement_timeout");

async function applyFault(
  { kind }: Fault,
  isDead: boolean,
  client: pg.Client,
  originalQuery: Ask,
  args: unknown[],
): Promise<unknown> {
  if (kind.startsWith("kill")) return die(kind, () => originalQuery.apply(client, args));
  if (kind === "full") return originalQuery.call(client, refuse);
  if (isDead || kind.endsWith("before")) return loseConnection(client);
  const answer = await originalQuery.apply(client, typeof args.at(-1) === "function" ? args.slice(0, -1) : args);
  if (kind !== frozen) return loseConnection(client);
  await sleep(frozenMs);
  return isLost(client) ? loseConnection(client) : answer;
}

/** SIGKILL: the process ends at once, without cleanup. */
async function die(kind: string, ask: () => unknown): Promise<void> {
  const running = kind === "kill-before" ? undefined : ask();
  if (kind === "kill-after") await running;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroyed: boolean; destroy(): void } } }).connection.stream;
/** The caller gave up and destroyed the connection. */
const isLost = (client: pg.Client): boolean => streamOf(client).destroyed;

async function loseConnection(client: pg.Client): Promise<never> {
  streamOf(client).destroy();
  throw lost();
}

/** Runs a call with a fault at its statement `at`. Returns its result and the number of its statements. */
export async function withFault<T>(
  kind: FaultKind | KillKind | "none",
  at: number,
  run: () => Promise<T>,
): Promise<{ answer: T; seen: number }> {
  const fault: Fault = { kind, at, seen: 0 };
  // An injected request starts when it is awaited.
  const answer = await faults.run(fault, async () => await run());
  return { answer, seen: fault.seen };
}
