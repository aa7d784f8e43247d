import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { OperationId } from "#engine/api/operations.ts";
import { errors, refusedField, WalletError, type ErrorDetails, type ErrorName } from "#server/errors.ts";
import { Attempt, findAttempt, leave, runAttempt } from "#server/platform/attempt.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { idempotencyKeys } from "#server/platform/store/tables/runtime.ts";
import type { Services } from "#server/services.ts";

/** How long a second request waits for the first to end, and how long a key is remembered. */
const waitMs = 10_000;
const keptHours = 24;
/** A request that has not said for so long that it still runs is dead: the next caller takes it up. */
const leaseSeconds = 6;
const renewMs = 2000;

type Stored = { data: unknown } | { kind: ErrorName; details: Omit<ErrorDetails, "cause" | "retryAfterSeconds"> };

/** What was asked for has been answered; → out of the handler that was about to begin it. */
class Answered extends Error {
  readonly stored: Stored;

  constructor(stored: Stored) {
    super("answered before");
    this.stored = stored;
  }
}

/**
 * Runs `run` once per (candidate, operation, Idempotency-Key): the same key with the same content, files included, gets
 * the first answer, with another 409 (code 112). What went wrong on our side or was a limit is not kept: it may be tried
 * again. The answer is committed with the work (attempt.ts), so that a request which dies in between has done nothing,
 * and the next caller takes it up as soon as its lease is over.
 */
export async function answerOnce<T>(
  id: OperationId,
  request: FastifyRequest,
  services: Services,
  run: () => Promise<T>,
): Promise<T> {
  const key = readKey(request);
  if (key === undefined) return run();
  const attempt = findAttempt();
  if (!attempt) return runAttempt(new Attempt(), () => answerOnce(id, request, services, run));
  const claim = new Claim(services, id, toHash(request.session?.candidate.id ?? request.ip, id, key));
  const asked = JSON.stringify([request.params, request.query, request.refreshToken]);
  attempt.holds = true;
  try {
    // What a multipart body holds is known when it has arrived.
    if (request.isMultipart()) attempt.onContent = (content) => claim.take(toHash(asked, content));
    else await claim.take(toHash(asked, JSON.stringify(request.body)));
    const data = await run();
    await claim.keep(200, { data });
    await attempt.commit();
    return data;
  } catch (error) {
    if (error instanceof Answered) return toAnswer(error.stored) as T;
    await failed(error, attempt, claim);
    throw error;
  } finally {
    claim.end();
    // Where not even the refusal could be kept.
    await attempt.rollback();
  }
}

/**
 * A refusal is the answer, with whatever was done before it: what was used up or ended by a call that was refused stays so,
 * also where the refusal itself is not kept. After anything else nothing was done.
 */
async function failed(error: unknown, attempt: Attempt, claim: Claim): Promise<void> {
  if (!claim.isTaken || !(error instanceof WalletError) || error.status >= 500) {
    await attempt.rollback();
    return claim.release();
  }
  if (!isKept(error)) {
    await attempt.commit();
    return claim.release();
  }
  const { cause: _cause, retryAfterSeconds: _seconds, ...details } = error.details;
  await claim.keep(error.status, { kind: error.kind, details });
  await attempt.commit();
}

/** The right to work on what a key was given for. */
class Claim {
  isTaken = false;
  readonly #name = newId();
  readonly #services: Services;
  readonly #operation: OperationId;
  readonly #rowId: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, operation: OperationId, rowId: string) {
    this.#services = services;
    this.#operation = operation;
    this.#rowId = rowId;
  }

  /** Takes it, or waits for whoever has it. Throws Answered, 409 (112) for another content or one that runs on and on. */
  async take(contentHash: string): Promise<void> {
    for (const until = Date.now() + waitMs; Date.now() < until; await sleep(100)) {
      // Leases are of this world's time: the sandbox's clock makes no request older.
      const { rowCount } = await this.#services.pool.query(
        `insert into idempotency_keys as k (id, operation, body_hash, claim, leased_until, created_at)
         values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second', app_now())
         on conflict (id) do update set claim = excluded.claim, leased_until = excluded.leased_until
         where k.sealed_answer is null and k.body_hash = excluded.body_hash and k.leased_until <= clock_timestamp()`,
        [this.#rowId, this.#operation, contentHash, this.#name, leaseSeconds],
      );
      if (rowCount === 1) return this.#begin();
      const { rows } = await this.#services.pool.query<{ body_hash: string; sealed_answer: string | null }>(
        "select body_hash, sealed_answer from idempotency_keys where id = $1",
        [this.#rowId],
      );
      if (rows[0] && rows[0].body_hash !== contentHash) throw new WalletError("idempotencyKeyUsed");
      if (rows[0]?.sealed_answer) throw new Answered(this.#services.secrets.unseal<Stored>(rows[0].sealed_answer));
    }
    throw new WalletError("idempotencyKeyBusy");
  }

  /** Throws 503 where somebody else has taken it up meanwhile: then theirs is the answer. */
  async keep(status: number, stored: Stored): Promise<void> {
    const { rowCount } = await this.#services.pool.query(
      "update idempotency_keys set status = $2, sealed_answer = $3, leased_until = null where id = $1 and claim = $4",
      [this.#rowId, status, this.#services.secrets.seal(stored), this.#name],
    );
    if (rowCount === 0) throw new WalletError("unavailable", { retryAfterSeconds: 1 });
  }

  async release(): Promise<void> {
    if (!this.isTaken) return;
    try {
      await this.#services.pool.query(
        // An answer that was committed, and not heard to be, stays.
        "delete from idempotency_keys where id = $1 and claim = $2 and sealed_answer is null",
        [this.#rowId, this.#name],
      );
    } catch {
      // The database is away: the lease ends by itself.
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #begin(): void {
    this.isTaken = true;
    const renew = () =>
      this.#services.pool
        .query(
          "update idempotency_keys set leased_until = clock_timestamp() + $3 * interval '1 second' where id = $1 and claim = $2 and sealed_answer is null",
          [this.#rowId, this.#name, leaseSeconds],
        )
        .catch(() => undefined); // the next one may get through; else somebody else takes it up
    leave(() => void (this.#timer = setInterval(() => void renew(), renewMs).unref()));
  }
}

/** Forgets keys that are older than a day. */
export async function sweepIdempotencyKeys({ db }: Pick<Services, "db">): Promise<void> {
  await prune(db, idempotencyKeys, sql`created_at < app_now() - ${keptHours} * interval '1 hour'`);
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{16,64}$/.test(key)) return key;
  throw new WalletError("badRequest", {
    fields: [refusedField("", "idempotency-key", "key-length")],
  });
}

function toHash(...parts: (string | undefined)[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/** Of refusals: a limit ends, and who has to sign in again may ask again afterwards. */
function isKept({ status }: WalletError): boolean {
  return status !== errors.signedOut.status && status !== errors.blocked.status;
}

function toAnswer(stored: Stored): unknown {
  if ("kind" in stored) throw new WalletError(stored.kind, stored.details);
  return stored.data;
}
