import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * What happens at one statement of a call: the connection is lost before it or after it was done (`cut-…`), or everything
 * ends there (`dead-…`): no later statement of the call reaches the database; or the database has no room for it (`full`).
 */
export const faultKinds = ["cut-before", "cut-after", "dead-before", "dead-after", "full"] as const;
/** The statement is done and its answer is not heard for longer than a database that works would take. */
export const frozen = "frozen";
const frozenMs = 4500;
export type FaultKind = (typeof faultKinds)[number] | typeof frozen;

/** This process is killed before a statement, while the database works on it, or when it is done. */
export const killKinds = ["kill-before", "kill-during", "kill-after"] as const;
export type KillKind = (typeof killKinds)[number];

interface Fault {
  kind: FaultKind | KillKind | "none";
  /** At which statement, from 1. */
  at: number;
  seen: number;
}

type Ask = (this: pg.Client, ...given: unknown[]) => unknown;

const faults = new AsyncLocalStorage<Fault>();
const refuse = "do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$";
const lost = () => new Error("Connection terminated unexpectedly");

/** From now on statements of a call under `withFault` meet it; → undoes that. */
export function armFaults(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Ask };
  const plain = prototype.query;
  prototype.query = function (...given) {
    const fault = isOfConnecting(given) ? undefined : faults.getStore();
    if (!fault || fault.kind === "none") {
      if (fault) fault.seen += 1;
      return plain.apply(this, given);
    }
    fault.seen += 1;
    const isDead = fault.kind.startsWith("dead") && fault.seen > fault.at;
    if (!isDead && fault.seen !== fault.at) return plain.apply(this, given);
    const done = meet(fault, isDead, this, plain, given);
    const callback = given.at(-1);
    if (typeof callback !== "function") return done;
    const tell = callback as (error: unknown, result?: unknown) => void;
    done.then((result) => tell(undefined, result), tell);
    return undefined;
  };
  return () => {
    prototype.query = plain;
  };
}

/** What a new connection is told before anybody has it is no statement of the call, which may as well get one that was there. */
const isOfConnecting = ([statement]: unknown[]): boolean => String(statement).startsWith("set statement_timeout");

async function meet(
  { kind }: Fault,
  isDead: boolean,
  client: pg.Client,
  plain: Ask,
  given: unknown[],
): Promise<unknown> {
  if (kind.startsWith("kill")) return die(kind, () => plain.apply(client, given));
  if (kind === "full") return plain.call(client, refuse);
  if (isDead || kind.endsWith("before")) return lose(client);
  const answer = await plain.apply(client, typeof given.at(-1) === "function" ? given.slice(0, -1) : given);
  if (kind !== frozen) return lose(client);
  await sleep(frozenMs);
  return isLost(client) ? lose(client) : answer;
}

/** SIGKILL: nothing of this process runs any more, and nobody is told. */
async function die(kind: string, ask: () => unknown): Promise<void> {
  const asked = kind === "kill-before" ? undefined : ask();
  if (kind === "kill-after") await asked;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroyed: boolean; destroy(): void } } }).connection.stream;
/** Whoever waited for it has given it up. */
const isLost = (client: pg.Client): boolean => streamOf(client).destroyed;

async function lose(client: pg.Client): Promise<never> {
  streamOf(client).destroy();
  throw lost();
}

/** Runs a call that meets a fault at its statement `at`; → what it came to, and how many statements it made. */
export async function withFault<T>(
  kind: FaultKind | KillKind | "none",
  at: number,
  run: () => Promise<T>,
): Promise<{ answer: T; seen: number }> {
  const fault: Fault = { kind, at, seen: 0 };
  // An injected request begins when it is awaited.
  const answer = await faults.run(fault, async () => await run());
  return { answer, seen: fault.seen };
}
