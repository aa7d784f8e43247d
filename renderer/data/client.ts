import { getOperation, type OperationId } from "#engine/api/operations.ts";
import { toRequest, type RequestContext } from "#engine/api/request.ts";
import { readCurrentNames } from "#engine/api/profile-names.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { send } from "./transport.ts";

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

type Envelope = FailureBody & { data?: unknown };

/** Calls an operation; gives `data` of the envelope, in today's names. Throws Failure: status 0 without an answer; SessionOver when the session ended, by this call or meanwhile. */
export async function call(
  id: OperationId,
  args: Record<string, unknown> = {},
  { signal, bearer, keepalive, idempotencyKey, context }: CallOptions = {},
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
  return send(
    parcel,
    async (answer) => toEnvelope(await answer.text()),
    ({ ok, status, headers }, content) =>
      ok && content.code === 0 ? content.data : new Failure(id, status, content, headers.get("retry-after")),
  );
}

/** What is no envelope says nothing: a proxy's page, an answer cut short. */
function toEnvelope(text: string): Envelope {
  try {
    return (readCurrentNames(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
