import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { OperationId } from "#engine/api/operations.ts";
import { errors, refusedField, WalletError, type ErrorDetails, type ErrorName } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** How long a second request waits for the first to end, and how long a key is remembered. */
const waitMs = 10_000;
const keptHours = 24;

type Stored = { data: unknown } | { kind: ErrorName; details: Omit<ErrorDetails, "cause" | "retryAfterSeconds"> };

/**
 * Runs `run` once per (candidate, operation, Idempotency-Key): the same key with the same body gets the first answer,
 * with another body 409 (code 112). What went wrong on our side or was a limit is not kept: it may be tried again.
 */
export async function answerOnce<T>(
  id: OperationId,
  request: FastifyRequest,
  services: Services,
  run: () => Promise<T>,
): Promise<T> {
  const key = readKey(request);
  if (key === undefined) return run();
  const scope = request.session?.candidate.id ?? request.ip;
  const rowId = createHash("sha256").update(`${scope}\n${id}\n${key}`).digest("base64url");
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([request.params, request.query, request.isMultipart() ? null : request.body]))
    .digest("base64url");
  const claimed = await services.pool.query(
    "insert into idempotency_keys (id, operation, body_hash, created_at) values ($1, $2, $3, app_now()) on conflict (id) do nothing",
    [rowId, id, bodyHash],
  );
  if (claimed.rowCount === 0) return (await firstAnswer(rowId, bodyHash, services)) as T;
  try {
    const data = await run();
    await keep(rowId, 200, { data }, services);
    return data;
  } catch (error) {
    if (error instanceof WalletError && isKept(error)) {
      const { cause: _cause, retryAfterSeconds: _seconds, ...details } = error.details;
      await keep(rowId, error.status, { kind: error.kind, details }, services);
    } else {
      await services.pool.query("delete from idempotency_keys where id = $1", [rowId]);
    }
    throw error;
  }
}

/** Forgets keys that are older than a day. */
export async function sweepIdempotencyKeys(services: Pick<Services, "pool">): Promise<void> {
  await services.pool.query("delete from idempotency_keys where created_at < app_now() - $1 * interval '1 hour'", [
    keptHours,
  ]);
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{16,64}$/.test(key)) return key;
  throw new WalletError("badRequest", {
    fields: [refusedField("", "idempotency-key", "key-length")],
  });
}

function isKept(error: WalletError): boolean {
  return error.status < 500 && error.status !== errors.signedOut.status && error.status !== errors.blocked.status;
}

async function keep(rowId: string, status: number, stored: Stored, services: Services): Promise<void> {
  await services.pool.query("update idempotency_keys set status = $2, sealed_answer = $3 where id = $1", [
    rowId,
    status,
    services.secrets.seal(stored),
  ]);
}

async function firstAnswer(rowId: string, bodyHash: string, services: Services): Promise<unknown> {
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    const { rows } = await services.pool.query<{ body_hash: string; sealed_answer: string | null }>(
      "select body_hash, sealed_answer from idempotency_keys where id = $1",
      [rowId],
    );
    const row = rows[0];
    // The first request failed on our side and left no answer: the client may send it again.
    if (!row) throw new WalletError("unavailable", { retryAfterSeconds: 1 });
    if (row.body_hash !== bodyHash) throw new WalletError("idempotencyKeyUsed");
    if (row.sealed_answer) return toAnswer(services.secrets.unseal<Stored>(row.sealed_answer));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new WalletError("idempotencyKeyBusy");
}

function toAnswer(stored: Stored): unknown {
  if ("kind" in stored) throw new WalletError(stored.kind, stored.details);
  return stored.data;
}
