import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tokens } from "#engine/core/scope/shapes/profile.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { WalletError } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { signAccessToken } from "./access-token.ts";

/**
 * Both tokens are valid for an hour. A spent refresh token works for ten seconds more, because two tabs may renew at
 * once.
 */
export const lifetimeSeconds = 3600;
const graceSeconds = 10;

export type EndReason = "logout" | "reuse" | "remote-sign-out" | "wallet-locked" | "deleted";

interface ChainRow extends Record<string, unknown> {
  session_id: string;
  candidate_id: string;
  generation: number;
  now: Date | string;
}
interface SpendableRow extends ChainRow {
  session_expires_at: Date | string;
}
interface RepeatedRow extends ChainRow {
  is_spent: boolean;
  in_grace: boolean;
  ended_at: Date | string | null;
  end_reason: EndReason | null;
  expires_at: Date | string;
  successor_hash: string | null;
}

/**
 * Tokens or an error. The error is returned, not thrown, so that the transaction commits; `ended` is the ended session.
 */
export type Renewal = { tokens: Tokens } | { error: WalletError; ended?: string };

/** The stored hash of a refresh token. */
export function toHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Raw statements return a timestamp as text or Date, depending on the driver. */
export function toDate(value: Date | string): Date {
  return value instanceof Date ? value : new Date(value);
}

/** Signs the access token for a refresh token. Neither outlives `expiresAt`. */
export async function toTokens(
  of: { sessionId: string; candidateId: string; now: Date; expiresAt: Date },
  refreshToken: string,
  secrets: Secrets,
): Promise<Tokens> {
  const iat = Math.floor(of.now.getTime() / 1000);
  const leftSeconds = Math.max(1, Math.floor((of.expiresAt.getTime() - of.now.getTime()) / 1000));
  const exp = iat + Math.min(leftSeconds, lifetimeSeconds);
  const accessToken = await signAccessToken({ sub: of.candidateId, sid: of.sessionId, iat, exp }, secrets);
  return { accessToken, refreshToken, refreshTokenExpiresIn: leftSeconds };
}

/** Exchanges a refresh token for its successor. One statement decides between parallel calls. */
export async function renewTokens(tx: Queryable, token: string, secrets: Secrets): Promise<Renewal> {
  const { rows } = await tx.execute<SpendableRow>(sql`
    update refresh_tokens as t set spent_at = app_now() from sessions as s
    where t.hash = ${toHash(token)} and s.id = t.session_id and t.spent_at is null and t.expires_at > app_now()
      and s.ended_at is null and s.expires_at > app_now()
    returning t.session_id, s.candidate_id, t.generation, s.expires_at as session_expires_at, app_now() as now`);
  return rows[0] ? rotate(tx, rows[0], token, secrets) : repeat(tx, token, secrets);
}

/**
 * The successor is a function of its predecessor: parallel renewals get the same one, though only hashes are stored.
 */
function toSuccessors(token: string, row: ChainRow, secrets: Secrets): string[] {
  return secrets.hmacs("refresh-token", `refresh ${row.generation + 1} ${token}`);
}

async function rotate(tx: Queryable, row: SpendableRow, token: string, secrets: Secrets): Promise<Renewal> {
  const successor = toSuccessors(token, row, secrets)[0]!;
  const { rows } = await tx.execute<{ expires_at: Date | string }>(sql`
    with seen as (update sessions set seen_at = app_now() where id = ${row.session_id})
    insert into refresh_tokens (hash, session_id, generation, expires_at)
    values (${toHash(successor)}, ${row.session_id}, ${row.generation + 1},
      least(app_now() + ${lifetimeSeconds} * interval '1 second', ${toDate(row.session_expires_at).toISOString()}::timestamptz))
    returning expires_at`);
  return { tokens: await toTokens(toOwner(row, rows[0]!.expires_at), successor, secrets) };
}

/** Handles a token that cannot be spent: unknown, expired, ended, or spent before. */
async function repeat(tx: Queryable, token: string, secrets: Secrets): Promise<Renewal> {
  const { rows } = await tx.execute<RepeatedRow>(sql`
    select t.session_id, s.candidate_id, t.generation, t.spent_at is not null as is_spent,
      t.spent_at > app_now() - ${graceSeconds} * interval '1 second' as in_grace, s.ended_at, s.end_reason, app_now() as now,
      n.expires_at, n.hash as successor_hash
    from refresh_tokens t join sessions s on s.id = t.session_id
      left join refresh_tokens n on n.session_id = t.session_id and n.generation = t.generation + 1
    where t.hash = ${toHash(token)}`);
  const row = rows[0];
  if (!row) return { error: new WalletError("signedOut") };
  if (row.ended_at) return { error: toEndedError(row.end_reason) };
  if (!row.is_spent) return { error: new WalletError("signedOut") };
  // The secret may have changed since: the successor is the one whose hash is stored.
  const successor = toSuccessors(token, row, secrets).find((one) => toHash(one) === row.successor_hash);
  if (row.in_grace && successor !== undefined)
    return { tokens: await toTokens(toOwner(row, row.expires_at), successor, secrets) };
  await tx.execute(
    sql`update sessions set ended_at = app_now(), end_reason = 'reuse' where id = ${row.session_id} and ended_at is null`,
  );
  await writeAudit(tx, "refresh-token-reused", row.candidate_id, { generation: row.generation });
  return { error: new WalletError("sessionRevoked"), ended: row.session_id };
}

/** 101 after the candidate's own logout, 138 when the session ended in any other way. */
export function toEndedError(reason: EndReason | null): WalletError {
  return new WalletError(reason === "logout" ? "signedOut" : "sessionRevoked");
}

function toOwner(row: ChainRow, expiresAt: Date | string) {
  return {
    sessionId: row.session_id,
    candidateId: row.candidate_id,
    now: toDate(row.now),
    expiresAt: toDate(expiresAt),
  };
}
