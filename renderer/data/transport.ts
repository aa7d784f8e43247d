import type { OperationEntry } from "#engine/api/entry.ts";
import { noteServerTime } from "#renderer/session/clock.ts";
import { readLifetime } from "#renderer/session/lifetime.ts";
import { toAcceptLanguage } from "#renderer/session/locale.ts";
import { findBearer, meetsEnd } from "#renderer/session/session.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure } from "./failure.ts";

const timeoutMs = 10 * 60 * 1000;
/** Answers are personal: nothing on the way keeps one. */
const noCache = { "Cache-Control": "no-cache, no-store", Pragma: "no-cache", Expires: "0" };

/** Something for the wallet, ready to be sent. */
export interface Parcel {
  /** What failures call it. */
  operation: string;
  path: string;
  auth: OperationEntry["auth"];
  method?: string;
  body?: Record<string, unknown> | undefined;
  headers?: Record<string, string>;
  /** Instead of the session's own. */
  bearer?: string | undefined;
  orgId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** It outlives the page and the session. */
  keepalive?: boolean | undefined;
}

/** An answer with what was read of it, and the way to say that it is a failure: the session hears of it first. */
export interface Delivery<Content> {
  response: Response;
  content: Content;
  refuse(failure: Failure): never;
}

/** What everything for the wallet carries: language, organisation (the default one before another is open), and the bearer where there is a session. */
export function toWalletHeaders(orgId?: string, bearer = findBearer()): Record<string, string> {
  const partner = orgId ?? store.get(openIdsAtom).orgId ?? readMark("organisation");
  return {
    ...noCache,
    "Accept-Language": toAcceptLanguage(),
    ...(partner && { "x-partner-org-id": partner }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
  };
}

/** The page says whose it is, and where its wallet is where that is another host. */
const readMark = (name: "organisation" | "wallet"): string =>
  window.document.querySelector<HTMLMetaElement>(`meta[name="sanad-${name}"]`)?.content ?? "";

/** Where a path of the wallet lies. */
export const toWalletUrl = (path: string): string => (path.startsWith("/") ? readMark("wallet") + path : path);

/** The session that something is done in: what fails in it is brought before it, and what comes after its end is dropped. */
export function holdSession(isBound = true): { signal: AbortSignal; refuse(failure: Failure): never } {
  const signal = readLifetime();
  return {
    signal,
    refuse: (failure) => {
      throw isBound && meetsEnd(failure, signal) ? (signal.reason as Error) : failure;
    },
  };
}

/**
 * Sends it in the present session and gives the answer once it is read, whatever it says. Throws Failure: status 0 without an answer,
 * 401 without asking when it needs a session and there is none; SessionOver when the session ended meanwhile.
 */
export async function send<Content>(
  parcel: Parcel,
  read: (response: Response) => Promise<Content>,
): Promise<Delivery<Content>> {
  const { operation, path, auth, method = "GET", body, keepalive } = parcel;
  const session = holdSession(auth !== "refresh" && !keepalive);
  const headers = toWalletHeaders(parcel.orgId, auth === "public" ? "" : (parcel.bearer ?? findBearer()));
  if (auth !== "public" && !headers["Authorization"]) session.refuse(new Failure(operation, 401, { code: 101 }));
  const url = toWalletUrl(path);
  const stop = join(keepalive ? [parcel.signal] : [parcel.signal, session.signal]);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...parcel.headers, ...(body && { "Content-Type": "application/json" }) },
      signal: stop.signal,
      keepalive: keepalive ?? false,
      ...(body && { body: JSON.stringify(body) }),
    });
    noteServerTime(response.headers.get("x-server-time"));
    const content = await read(response);
    if (!keepalive) session.signal.throwIfAborted();
    return { response, content, refuse: session.refuse };
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
