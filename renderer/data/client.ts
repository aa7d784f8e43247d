import { ofetch, type FetchResponse } from "ofetch";
import { getOperation, type OperationId } from "#engine/api/operations.ts";
import type { OperationEntry } from "#engine/api/entry.ts";
import { toRequest, type RequestContext } from "#engine/api/request.ts";
import { noteServerTime } from "#renderer/session/clock.ts";
import { toAcceptLanguage } from "#renderer/session/locale.ts";
import { findBearer } from "#renderer/session/session.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { watched } from "./watch-calls.ts";

const timeoutMs = 10 * 60 * 1000;
/** Answers are personal: nothing on the way keeps one. */
const noCache = { "Cache-Control": "no-cache, no-store", Pragma: "no-cache", Expires: "0" };

/** What a call may be told beside its arguments. */
export interface CallOptions {
  signal?: AbortSignal;
  bearer?: string;
  keepalive?: boolean;
  idempotencyKey?: string;
  context?: RequestContext;
}

/** The client's one function, as those take it who are handed it. */
export type Call = typeof send;

/** Calls an operation, as `send` does, and tells those who watch how it ended. */
export const call: Call = (id, args, options) => watched(id, send(id, args, options));

/** Calls an operation; gives `data` of the envelope. Throws Failure: status 0 without an answer, 401 without asking when it needs a session and there is none. */
async function send(id: OperationId, args: Record<string, unknown> = {}, options: CallOptions = {}): Promise<unknown> {
  const entry = getOperation(id);
  const headers = toHeaders(id, entry, options);
  const { path, body } = toRequest(id, args, options.context ?? store.get(openIdsAtom));
  let response: FetchResponse<unknown>;
  try {
    response = await ofetch.raw(path, {
      method: entry.method,
      body,
      headers,
      signal: options.signal,
      keepalive: options.keepalive,
      timeout: options.signal ? undefined : timeoutMs,
      retry: 0,
      ignoreResponseError: true,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Failure(id, 0);
  }
  noteServerTime(response.headers.get("x-server-time"));
  const answer = response._data as (FailureBody & { data?: unknown }) | undefined;
  if (response.ok && answer?.code === 0) return answer.data;
  throw new Failure(
    id,
    response.status,
    answer && typeof answer === "object" ? answer : {},
    response.headers.get("retry-after"),
  );
}

function toHeaders(id: OperationId, entry: OperationEntry, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { ...noCache, "Accept-Language": toAcceptLanguage() };
  const orgId = store.get(openIdsAtom).orgId;
  if (orgId) headers["x-partner-org-id"] = orgId;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  if (entry.auth === "public") return headers;
  const bearer = options.bearer || findBearer();
  if (!bearer) throw new Failure(id, 401, { code: 101 });
  headers["Authorization"] = `Bearer ${bearer}`;
  return headers;
}
