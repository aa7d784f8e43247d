import type { OperationEntry } from "#engine/contract/operation-entry.ts";
import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { syncServerTime } from "#renderer/session/server-clock.ts";
import { getSessionSignal } from "#renderer/session/session-signal.ts";
import { toAcceptLanguage } from "#renderer/session/locale.ts";
import { findBearer, isFromReplacedTokens, endSessionIfFinal } from "#renderer/session/session.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure } from "./failure.ts";
import { trackCall } from "./call-outcomes.ts";

const timeoutMs = 10 * 60 * 1000;
/** Answers are personal: no cache on the way may store them. */
const noCache = { "Cache-Control": "no-cache, no-store", Pragma: "no-cache", Expires: "0" };

/** A request to the wallet. */
export interface WalletRequest {
  operation: AppOperationId;
  path: string;
  auth: OperationEntry["auth"];
  method?: string;
  body?: Record<string, unknown> | FormData | undefined;
  headers?: Record<string, string>;
  /** Used instead of the session's token. */
  bearer?: string | undefined;
  orgId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The request outlives the page and the session. */
  keepalive?: boolean | undefined;
}

/**
 * The headers of every request: language, organisation (the page's own until a transaction is open), and the bearer
 * token.
 */
export function toWalletHeaders(orgId?: string, bearer = findBearer()): Record<string, string> {
  const orgIdHeader = orgId ?? store.get(openIdsAtom).orgId ?? readOrganisation();
  return {
    ...noCache,
    "Accept-Language": toAcceptLanguage(),
    ...(orgIdHeader && { "x-partner-org-id": orgIdHeader }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
  };
}

/** The organisation that the server wrote into the page. */
const readOrganisation = (): string =>
  window.document.querySelector<HTMLMetaElement>('meta[name="sanad-organisation"]')?.content ?? "";

/** The session that a request runs in. */
interface CallSession {
  readonly signal: AbortSignal;
  /**
   * Throws the server's refusal after reporting it. `bearer` is the token of the request, if it changed since the
   * start.
   */
  refuse(failure: Failure, bearer?: string): never;
  /** Throws a failure that never reached the server. It is not reported as a refusal. */
  drop(failure: Failure, bearer?: string): never;
}

/**
 * Runs a request in the current session and reports its outcome. A failure may end the session. Throws
 * SessionEndedError if the session ended meanwhile.
 */
export function runInSession<T>(
  operation: AppOperationId,
  run: (session: CallSession) => Promise<T>,
  endsWithSession = true,
): Promise<T> {
  return trackCall(operation, (refused) => {
    const signal = getSessionSignal();
    const initialBearer = findBearer();
    const drop = (failure: Failure, bearer = initialBearer): never => {
      if (!endsWithSession) throw failure;
      const reported = isFromReplacedTokens(failure, bearer) ? new Failure(operation, 0) : failure;
      throw endSessionIfFinal(reported, signal) ? (signal.reason as Error) : reported;
    };
    const refuse = (failure: Failure, bearer?: string): never => {
      refused(failure);
      return drop(failure, bearer);
    };
    return run({ signal, refuse, drop });
  });
}

/** Converts an answer to its value, or to the failure that it is. */
type ToResult<Content, T> = (response: Response, content: Content) => T | Failure | Promise<T | Failure>;

/**
 * Sends a request in the current session and reads the answer. Throws Failure (status 0 without an answer, 401 without
 * sending if there is no session), or SessionEndedError when the session ended meanwhile.
 */
export function send<Content, T>(
  request: WalletRequest,
  read: (response: Response) => Promise<Content>,
  toResult: ToResult<Content, T>,
): Promise<T> {
  const sendOnce = async (session: CallSession): Promise<T> => {
    const bearer = request.bearer ?? findBearer();
    const { response, content } = await post(request, session, read);
    const result = await toResult(response, content);
    if (!(result instanceof Failure)) return result;
    // The tokens were replaced meanwhile: the refused request had no effect, so it is sent again with the new ones.
    if (!request.bearer && isFromReplacedTokens(result, bearer)) return sendOnce(session);
    return session.refuse(result, bearer);
  };
  return runInSession(request.operation, sendOnce, request.auth !== "refresh" && !request.keepalive);
}

async function post<Content>(
  request: WalletRequest,
  session: CallSession,
  read: (response: Response) => Promise<Content>,
): Promise<{ response: Response; content: Content }> {
  const { operation, path, auth, method = "GET", body, keepalive } = request;
  // The browser adds the cookie of staff itself.
  const hasToken = auth === "user" || auth === "refresh";
  const headers = toWalletHeaders(request.orgId, hasToken ? (request.bearer ?? findBearer()) : "");
  if (hasToken && !headers["Authorization"]) session.drop(new Failure(operation, 401, { code: 101 }));
  const combined = combineSignals(keepalive ? [request.signal] : [request.signal, session.signal]);
  try {
    const response = await fetch(path, {
      method,
      // The browser sets the content type of form data, with its boundary.
      headers: {
        ...headers,
        ...request.headers,
        ...(body && !(body instanceof FormData) && { "Content-Type": "application/json" }),
      },
      signal: combined.signal,
      keepalive: keepalive ?? false,
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    syncServerTime(response.headers.get("x-server-time"));
    const content = await read(response);
    if (!keepalive) session.signal.throwIfAborted();
    return { response, content };
  } catch (error) {
    if (!keepalive) session.signal.throwIfAborted();
    if (request.signal?.aborted) throw error;
    throw new Failure(operation, 0);
  } finally {
    combined.release();
  }
}

/** One signal for all of these and for the time-out of a call. */
function combineSignals(signals: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  for (const signal of signals)
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener("abort", stop);
    },
  };
}
