import { getOperation, type OperationId } from "#engine/api/operations.ts";
import { toRequest, type RequestContext } from "#engine/api/request.ts";
import { readCurrentNames } from "#engine/api/profile-names.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { send } from "./transport.ts";
import { watched } from "./watch-calls.ts";

/** What a call may be told beside its arguments. */
export interface CallOptions {
  signal?: AbortSignal;
  bearer?: string;
  keepalive?: boolean;
  idempotencyKey?: string;
  context?: RequestContext;
}

/** The client's one function, as those take it who are handed it. */
export type Call = typeof call;

/** Calls an operation, as `request` does, and tells those who watch how it ended. */
export const call = (id: OperationId, args?: Record<string, unknown>, options?: CallOptions): Promise<unknown> =>
  watched(id, (refused) => request(id, args, options, refused));

type Envelope = FailureBody & { data?: unknown };

/** Calls an operation; gives `data` of the envelope, in today's names. Throws Failure: status 0 without an answer; SessionOver when the session ended, by this call or meanwhile. */
async function request(
  id: OperationId,
  args: Record<string, unknown> = {},
  { signal, bearer, keepalive, idempotencyKey, context }: CallOptions = {},
  refused: (failure: Failure) => void,
): Promise<unknown> {
  const entry = getOperation(id);
  const asked = toRequest(id, args, context ?? store.get(openIdsAtom));
  const parcel = {
    operation: id,
    ...asked,
    auth: entry.auth,
    ...(idempotencyKey && { headers: { "Idempotency-Key": idempotencyKey } }),
    orgId: context?.orgId,
    bearer,
    signal,
    keepalive,
  };
  const { response, content, refuse } = await send(parcel, async (answer) => toEnvelope(await answer.text()));
  if (response.ok && content.code === 0) return content.data;
  const failure = new Failure(id, response.status, content, response.headers.get("retry-after"));
  refused(failure);
  return refuse(failure);
}

/** What is no envelope says nothing: a proxy's page, an answer cut short. */
function toEnvelope(text: string): Envelope {
  try {
    return (readCurrentNames(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
