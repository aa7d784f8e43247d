import { ofetch, type FetchResponse } from "ofetch";
import { getOperation, type OperationId } from "#engine/api/operations.ts";
import type { OperationEntry } from "#engine/api/entry.ts";
import { toRequest, type RequestContext } from "#engine/api/request.ts";
import { authAtom, openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureField } from "./failure.ts";

const timeoutMs = 10 * 60 * 1000;
/** Requests are not cached on the way (D-49). */
const noCache = { "Cache-Control": "no-cache, no-store", Pragma: "no-cache", Expires: "0" };

/** What a call may be told beside its arguments. */
export interface CallOptions { signal?: AbortSignal; bearer?: string; keepalive?: boolean; idempotencyKey?: string; context?: RequestContext }

/** True for a three-part token whose payload parses; its expiry is the server's to judge (D-62). */
export function isDecodable(token: string): boolean {
  const parts = token.split(".");
  if (parts.length !== 3) return false;
  try {
    JSON.parse(atob(parts[1]!.replaceAll("-", "+").replaceAll("_", "/")));
    return true;
  } catch {
    return false;
  }
}

/** Calls an operation; gives `data` of the envelope. Throws Failure: status 0 without an answer, 401 before sending when there is no session (spec §5 Session precondition). */
export async function call(id: OperationId, args: Record<string, unknown> = {}, options: CallOptions = {}): Promise<unknown> {
  const entry = getOperation(id);
  const headers = toHeaders(id, entry, options);
  const { path, body } = toRequest(id, args, options.context ?? store.get(openIdsAtom));
  let response: FetchResponse<unknown>;
  try {
    response = await ofetch.raw(path, { method: entry.method, body, headers, signal: options.signal, keepalive: options.keepalive, timeout: options.signal ? undefined : timeoutMs, retry: 0, ignoreResponseError: true });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Failure(id, 0);
  }
  const answer = response._data as { code?: number; message?: string; data?: unknown; fields?: FailureField[] } | undefined;
  if (response.ok && answer?.code === 0) return answer.data;
  throw new Failure(id, response.status, answer && typeof answer === "object" ? answer : {}, response.headers.get("retry-after"));
}

function toHeaders(id: OperationId, entry: OperationEntry, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { ...noCache };
  const orgId = store.get(openIdsAtom).orgId;
  if (orgId) headers["x-partner-org-id"] = orgId;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  if (entry.auth === "public") return headers;
  const { accessToken, refreshToken } = store.get(authAtom);
  const bearer = options.bearer ?? accessToken;
  if (!options.bearer && (!isDecodable(accessToken) || !refreshToken)) throw new Failure(id, 401, { code: 101, message: "Session Expired" });
  headers["Authorization"] = `Bearer ${bearer}`;
  return headers;
}
