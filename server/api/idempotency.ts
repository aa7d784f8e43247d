import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { AnyOperationId } from "#engine/contract/contracts.ts";
import { errors, fieldError, WalletError, type ErrorDetails, type ErrorName } from "#server/errors.ts";
import {
  IdempotentCall,
  findIdempotentCall,
  runDetached,
  runIdempotentCall,
} from "#server/platform/idempotent-call.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { idempotencyKeys } from "#server/platform/store/tables/runtime.ts";
import type { Services } from "#server/services.ts";

export const idempotencyKeyHeader = "idempotency-key";

/** A second request waits this long for the first. Keys are remembered for `rememberedHours`. */
const waitMs = 10_000;
const rememberedHours = 24;
/** A request that does not renew its lease for this time has crashed. The next request takes over. */
const leaseSeconds = 6;
const renewMs = 2000;

type StoredAnswer = { data: unknown } | { kind: ErrorName; details: Omit<ErrorDetails, "cause" | "retryAfterSeconds"> };

/** The call was answered before. Thrown out of the handler that was about to start. */
class AlreadyAnswered extends Error {
  readonly stored: StoredAnswer;

  constructor(stored: StoredAnswer) {
    super("answered before");
    this.stored = stored;
  }
}

/**
 * Runs `run` once per candidate, operation and Idempotency-Key. A repeated key returns the first answer when the
 * content, files included, is the same, otherwise 409 (code 112). Server errors and limits are not stored, so that they
 * can be retried. The answer is committed with the work, so that a crashed request has no effect.
 */
export async function runIdempotently<T>(
  id: AnyOperationId,
  request: FastifyRequest,
  services: Services,
  run: () => Promise<T>,
): Promise<T> {
  const key = readKey(request);
  const call = findIdempotentCall();
  if (!call) return runIdempotentCall(new IdempotentCall(), () => runIdempotently(id, request, services, run));
  const lease = new Lease(
    services,
    id,
    toHash(request.session?.candidate.id ?? request.staffSession?.staff.id ?? request.ip, id, key),
  );
  const requestKey = JSON.stringify([request.params, request.query, request.refreshToken]);
  call.defersCommit = true;
  try {
    // The content of a multipart body is known after it has arrived.
    if (request.isMultipart()) call.onContentHash = (content) => lease.acquire(toHash(requestKey, content));
    else await lease.acquire(toHash(requestKey, JSON.stringify(request.body)));
    const data = await run();
    await lease.storeAnswer(200, { data });
    await call.commit();
    return data;
  } catch (error) {
    if (error instanceof AlreadyAnswered) return toAnswer(error.stored) as T;
    await handleFailure(error, call, lease);
    throw error;
  } finally {
    lease.end();
    // Nothing is stored, not even a refusal.
    await call.rollback();
  }
}

/**
 * Commits a refusal with the work before it: a used code stays used, even when the refusal itself is not stored. Any
 * other error rolls back.
 */
async function handleFailure(error: unknown, call: IdempotentCall, lease: Lease): Promise<void> {
  if (!lease.isHeld || !(error instanceof WalletError) || error.status >= 500) {
    await call.rollback();
    return lease.release();
  }
  if (!isStored(error)) {
    await call.commit();
    return lease.release();
  }
  const { cause: _cause, retryAfterSeconds: _seconds, ...details } = error.details;
  await lease.storeAnswer(error.status, { kind: error.kind, details });
  await call.commit();
}

/** The exclusive right to run the call of a key. */
class Lease {
  isHeld = false;
  readonly #id = newId();
  readonly #services: Services;
  readonly #operation: AnyOperationId;
  readonly #rowId: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, operation: AnyOperationId, rowId: string) {
    this.#services = services;
    this.#operation = operation;
    this.#rowId = rowId;
  }

  /**
   * Acquires the lease, or waits for its holder. Throws AlreadyAnswered, and 409 (112) for another content or a
   * timeout.
   */
  async acquire(contentHash: string): Promise<void> {
    for (const until = Date.now() + waitMs; Date.now() < until; await sleep(100)) {
      // Leases use real time: moving the sandbox's clock must not expire them.
      const { rowCount } = await this.#services.pool.query(
        `insert into idempotency_keys as k (id, operation, body_hash, lease_id, leased_until, created_at)
         values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second', app_now())
         on conflict (id) do update set lease_id = excluded.lease_id, leased_until = excluded.leased_until
         where k.sealed_response is null and k.body_hash = excluded.body_hash and k.leased_until <= clock_timestamp()`,
        [this.#rowId, this.#operation, contentHash, this.#id, leaseSeconds],
      );
      if (rowCount === 1) return this.#begin();
      const { rows } = await this.#services.pool.query<{ body_hash: string; sealed_response: string | null }>(
        "select body_hash, sealed_response from idempotency_keys where id = $1",
        [this.#rowId],
      );
      if (rows[0] && rows[0].body_hash !== contentHash) throw new WalletError("idempotencyKeyUsed");
      if (rows[0]?.sealed_response)
        throw new AlreadyAnswered(
          this.#services.secrets.unseal<StoredAnswer>("idempotent-answer", this.#rowId, rows[0].sealed_response),
        );
    }
    throw new WalletError("idempotencyKeyBusy");
  }

  /** Stores the answer. Throws 503 when another request has taken over: its answer counts. */
  async storeAnswer(status: number, stored: StoredAnswer): Promise<void> {
    const { rowCount } = await this.#services.pool.query(
      "update idempotency_keys set status = $2, sealed_response = $3, leased_until = null where id = $1 and lease_id = $4",
      [this.#rowId, status, this.#services.secrets.seal("idempotent-answer", this.#rowId, stored), this.#id],
    );
    if (rowCount === 0) throw new WalletError("unavailable", { retryAfterSeconds: 1 });
  }

  async release(): Promise<void> {
    if (!this.isHeld) return;
    try {
      await this.#services.pool.query(
        // An answer stays when it was committed but its confirmation was lost.
        "delete from idempotency_keys where id = $1 and lease_id = $2 and sealed_response is null",
        [this.#rowId, this.#id],
      );
    } catch {
      // The database is down: the lease expires.
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #begin(): void {
    this.isHeld = true;
    const renew = () =>
      this.#services.pool
        .query(
          "update idempotency_keys set leased_until = clock_timestamp() + $3 * interval '1 second' where id = $1 and lease_id = $2 and sealed_response is null",
          [this.#rowId, this.#id, leaseSeconds],
        )
        .catch(() => undefined); // the next renewal may succeed; otherwise another request takes over
    runDetached(() => void (this.#timer = setInterval(() => void renew(), renewMs).unref()));
  }
}

/** Deletes keys that are older than a day. */
export async function sweepIdempotencyKeys({ db }: Pick<Services, "db">): Promise<void> {
  await prune(db, idempotencyKeys, sql`created_at < app_now() - ${rememberedHours} * interval '1 hour'`);
}

function readKey(request: FastifyRequest): string {
  const key = request.headers[idempotencyKeyHeader];
  if (typeof key === "string" && /^[\x21-\x7e]{16,64}$/.test(key)) return key;
  throw new WalletError("badRequest", {
    fields: [fieldError("", "idempotency-key", "idempotency-key-length")],
  });
}

function toHash(...parts: (string | undefined)[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/** Refusals that are stored. A limit ends, and a signed-out candidate can sign in and retry. */
function isStored({ status }: WalletError): boolean {
  return status !== errors.signedOut.status && status !== errors.blocked.status;
}

function toAnswer(stored: StoredAnswer): unknown {
  if ("kind" in stored) throw new WalletError(stored.kind, stored.details);
  return stored.data;
}
