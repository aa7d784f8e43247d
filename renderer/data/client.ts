import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { toWireRequest, type RequestContext } from "#engine/contract/request.ts";
import { readCurrentNames } from "#engine/core/scope/profile-names.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { Failure, type FailureBody } from "./failure.ts";
import { getOperation } from "./operations.ts";
import { send } from "./transport.ts";

/** Options of a call beside its arguments. */
export interface CallOptions {
  signal?: AbortSignal;
  bearer?: string;
  keepalive?: boolean;
  idempotencyKey?: string;
  context?: RequestContext;
}

/** The type of the client's function, for modules that receive it. */
export type Call = typeof call;

type Envelope = FailureBody & { data?: unknown };

/**
 * Calls an operation and returns `data` of the envelope, in current names. Throws Failure (status 0 without an answer),
 * or SessionEndedError when the session ended meanwhile.
 */
export async function call(
  id: AppOperationId,
  args: Record<string, unknown> = {},
  { signal, bearer, keepalive, idempotencyKey, context }: CallOptions = {},
): Promise<unknown> {
  const entry = getOperation(id);
  const target = toWireRequest({ id, entry }, args, context ?? store.get(openIdsAtom));
  const request = {
    operation: id,
    ...target,
    body: toBody(target.body),
    auth: entry.auth,
    ...(idempotencyKey && { headers: { "Idempotency-Key": idempotencyKey } }),
    orgId: context?.orgId,
    bearer,
    signal,
    keepalive,
  };
  return send(
    request,
    async (answer) => toEnvelope(await answer.text()),
    ({ ok, status, headers }, content) =>
      ok && content.code === 0 ? content.data : new Failure(id, status, content, headers.get("retry-after")),
  );
}

/** A body with a file is sent as form data. */
function toBody(body: Record<string, unknown> | undefined): Record<string, unknown> | FormData | undefined {
  if (!body || !Object.values(body).some((value) => value instanceof Blob)) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/** Reads an envelope; {} for anything else, such as a proxy's page or a truncated answer. */
function toEnvelope(text: string): Envelope {
  try {
    return (readCurrentNames(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
