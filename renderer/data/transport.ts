import type { OperationEntry } from "#engine/api/entry.ts";
import type { OperationId } from "#engine/api/operations.ts";
import { noteServerTime } from "#renderer/session/clock.ts";
import { readLifetime } from "#renderer/session/lifetime.ts";
import { toAcceptLanguage } from "#renderer/session/locale.ts";
import { findBearer, isOfFormer, meetsEnd } from "#renderer/session/session.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure } from "./failure.ts";
import { watched } from "./watch-calls.ts";

const timeoutMs = 10 * 60 * 1000;
/** Answers are personal: nothing on the way keeps one. */
const noCache = { "Cache-Control": "no-cache, no-store", Pragma: "no-cache", Expires: "0" };

/** Something for the wallet, ready to be sent. */
export interface Parcel {
  operation: OperationId;
  path: string;
  auth: OperationEntry["auth"];
  method?: string;
  body?: Record<string, unknown> | FormData | undefined;
  headers?: Record<string, string>;
  /** Instead of the session's own. */
  bearer?: string | undefined;
  orgId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** It outlives the page and the session. */
  keepalive?: boolean | undefined;
}

/** What everything for the wallet carries: language, organisation (the default one before another is open), and the bearer where there is a session. */
export function toWalletHeaders(orgId?: string, bearer = findBearer()): Record<string, string> {
  const partner = orgId ?? store.get(openIdsAtom).orgId ?? readOrganisation();
  return {
    ...noCache,
    "Accept-Language": toAcceptLanguage(),
    ...(partner && { "x-partner-org-id": partner }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
  };
}

/** The page says whose it is. */
const readOrganisation = (): string =>
  window.document.querySelector<HTMLMetaElement>('meta[name="sanad-organisation"]')?.content ?? "";

/** The session that something is done in. */
interface Session {
  readonly signal: AbortSignal;
  /** The server said no: those who watch hear of it, then the session. `bearer`: what was asked with, where it is not what the session began with. */
  refuse(failure: Failure, bearer?: string): never;
  /** It was not even asked: the session alone hears of it. */
  drop(failure: Failure, bearer?: string): never;
}

/**
 * Does something with the wallet in the present session and tells those who watch how it ended, be it a call, a file or
 * an upload. What fails in it is brought before the session, and what comes after the session's end is dropped.
 */
export function inSession<T>(
  operation: OperationId,
  run: (session: Session) => Promise<T>,
  isBound = true,
): Promise<T> {
  return watched(operation, (refused) => {
    const signal = readLifetime();
    const begun = findBearer();
    const drop = (failure: Failure, bearer = begun): never => {
      if (!isBound) throw failure;
      const told = isOfFormer(failure, bearer) ? new Failure(operation, 0) : failure;
      throw meetsEnd(told, signal) ? (signal.reason as Error) : told;
    };
    const refuse = (failure: Failure, bearer?: string): never => {
      refused(failure);
      return drop(failure, bearer);
    };
    return run({ signal, refuse, drop });
  });
}

/** What an answer is read for, or why it is a failure. */
type Judge<Content, T> = (response: Response, content: Content) => T | Failure | Promise<T | Failure>;

/**
 * Sends it in the present session, reads the answer and gives what it is worth. Throws Failure: status 0 without an answer,
 * 401 without asking when it needs a session and there is none; SessionOver when the session ended, by this or meanwhile.
 */
export function send<Content, T>(
  parcel: Parcel,
  read: (response: Response) => Promise<Content>,
  judge: Judge<Content, T>,
): Promise<T> {
  const deliver = async (session: Session): Promise<T> => {
    const bearer = parcel.bearer ?? findBearer();
    const { response, content } = await post(parcel, session, read);
    const result = await judge(response, content);
    if (!(result instanceof Failure)) return result;
    // Tokens that were replaced on the way: what was refused with them was not done, and is asked for with the new ones.
    if (!parcel.bearer && isOfFormer(result, bearer)) return deliver(session);
    return session.refuse(result, bearer);
  };
  return inSession(parcel.operation, deliver, parcel.auth !== "refresh" && !parcel.keepalive);
}

async function post<Content>(
  parcel: Parcel,
  session: Session,
  read: (response: Response) => Promise<Content>,
): Promise<{ response: Response; content: Content }> {
  const { operation, path, auth, method = "GET", body, keepalive } = parcel;
  const headers = toWalletHeaders(parcel.orgId, auth === "public" ? "" : (parcel.bearer ?? findBearer()));
  if (auth !== "public" && !headers["Authorization"]) session.drop(new Failure(operation, 401, { code: 101 }));
  const stop = join(keepalive ? [parcel.signal] : [parcel.signal, session.signal]);
  try {
    const response = await fetch(path, {
      method,
      // A form says itself where its parts begin.
      headers: {
        ...headers,
        ...parcel.headers,
        ...(body && !(body instanceof FormData) && { "Content-Type": "application/json" }),
      },
      signal: stop.signal,
      keepalive: keepalive ?? false,
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    noteServerTime(response.headers.get("x-server-time"));
    const content = await read(response);
    if (!keepalive) session.signal.throwIfAborted();
    return { response, content };
  } catch (error) {
    if (!keepalive) session.signal.throwIfAborted();
    if (parcel.signal?.aborted) throw error;
    throw new Failure(operation, 0);
  } finally {
    stop.done();
  }
}

/** One signal for all, and for the ten minutes that a call may take. */
function join(signals: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  for (const signal of signals)
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener("abort", stop);
    },
  };
}
