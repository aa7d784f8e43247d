import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tokens } from "#engine/api/profile.ts";
import { writeAudit } from "../audit.ts";
import type { Candidate } from "../authenticate.ts";
import { WalletError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Secrets } from "../secrets.ts";
import { transact, type Database, type Queryable } from "../store/database.ts";
import { readAccessToken, signAccessToken } from "./access-token.ts";

/** D-16: both tokens live an hour, renewals reach twelve hours, and a predecessor answers for ten seconds. */
const lifetimeSeconds = 3600;
const longestSeconds = 12 * 3600;
const graceSeconds = 10;

type EndReason = "logout" | "reuse" | "elsewhere";

/** Sign-ins: opened after a proved code, renewed with a rotating refresh token, ended at once. */
export interface SessionService {
  open(tx: Queryable, candidateId: string): Promise<Tokens>;
  /** Throws 401: 101 for an unknown or expired token, 138 for a reused one, which ends its session. */
  renew(refreshToken: string): Promise<Tokens>;
  /** The session and candidate of an access token. Throws 401 (101, 138). */
  find(accessToken: string): Promise<{ id: string; candidate: Candidate }>;
  end(sessionId: string, reason: EndReason): Promise<void>;
  /** Ends every session of a candidate but the given one. */
  endAll(tx: Queryable, candidateId: string, exceptId?: string): Promise<void>;
  sweep(): Promise<void>;
}

interface RefreshRow extends Record<string, unknown> {
  session_id: string;
  candidate_id: string;
  generation: number;
  in_grace: boolean;
  is_spent: boolean;
  is_expired: boolean;
  ended_at: Date | null;
  end_reason: EndReason | null;
  now: Date;
  expires_at: Date;
  session_expires_at: Date;
}

export function createSessions(db: Database, secrets: Secrets): SessionService {
  /** The successor is a function of the token it replaces, so that parallel renewals get the same one and only hashes are stored. */
  const toSuccessor = (token: string, generation: number) => secrets.hmac("TOKEN_SECRET", `refresh ${generation} ${token}`);

  const toTokens = async (row: { sessionId: string; candidateId: string; now: Date; expiresAt: Date }, refreshToken: string): Promise<Tokens> => {
    const iat = Math.floor(row.now.getTime() / 1000);
    const left = Math.max(1, Math.floor((row.expiresAt.getTime() - row.now.getTime()) / 1000));
    const exp = iat + Math.min(left, lifetimeSeconds);
    return { accessToken: await signAccessToken({ sub: row.candidateId, sid: row.sessionId, iat, exp }, secrets), refreshToken, refreshTokenExpiresIn: left };
  };

  return {
    async open(tx, candidateId) {
      const id = newId();
      const token = randomBytes(32).toString("base64url");
      const { rows } = await tx.execute<{ now: Date; expires_at: Date }>(sql`
        with opened as (
          insert into sessions (id, candidate_id, created_at, expires_at)
          values (${id}, ${candidateId}, app_now(), app_now() + ${longestSeconds} * interval '1 second') returning id)
        insert into refresh_tokens (hash, session_id, generation, expires_at)
        select ${toHash(token)}, id, 1, app_now() + ${lifetimeSeconds} * interval '1 second' from opened
        returning app_now() as now, expires_at`);
      return toTokens({ sessionId: id, candidateId, now: toDate(rows[0]!.now), expiresAt: toDate(rows[0]!.expires_at) }, token);
    },
    async renew(refreshToken) {
      const outcome = await transact(db, async (tx) => {
        const spent = await tx.execute<RefreshRow>(sql`
          update refresh_tokens as t set spent_at = app_now() from sessions as s
          where t.hash = ${toHash(refreshToken)} and s.id = t.session_id and t.spent_at is null and t.expires_at > app_now()
            and s.ended_at is null and s.expires_at > app_now()
          returning t.session_id, s.candidate_id, t.generation, s.expires_at as session_expires_at, app_now() as now`);
        const first = spent.rows[0];
        return first ? rotate(tx, first, refreshToken) : repeat(tx, refreshToken);
      });
      // Outside the transaction: the end of the session must stay when the call is refused.
      if ("refused" in outcome) throw outcome.refused;
      return outcome.tokens;
    },
    async find(accessToken) {
      const claims = await readAccessToken(accessToken, secrets);
      if (!claims) throw new WalletError("signedOut");
      const { rows } = await db.execute<Record<string, unknown> & { ended_at: Date | null; end_reason: EndReason | null; alive: boolean }>(sql`
        select s.ended_at, s.end_reason, s.expires_at > app_now() and to_timestamp(${claims.exp}) > app_now() as alive,
          c.id, c.mobile, c.display_name, c.locale, c.agent_id, c.proved_name, c.created_at
        from sessions s join candidates c on c.id = s.candidate_id where s.id = ${claims.sid} and s.candidate_id = ${claims.sub}`);
      const row = rows[0];
      if (!row) throw new WalletError("signedOut");
      if (row.ended_at) throw new WalletError(row.end_reason === "logout" ? "signedOut" : "sessionRevoked");
      if (!row.alive) throw new WalletError("signedOut");
      return { id: claims.sid, candidate: toCandidate(row) };
    },
    async end(sessionId, reason) {
      await db.execute(sql`update sessions set ended_at = app_now(), end_reason = ${reason} where id = ${sessionId} and ended_at is null`);
    },
    async endAll(tx, candidateId, exceptId) {
      await tx.execute(sql`update sessions set ended_at = app_now(), end_reason = 'elsewhere'
        where candidate_id = ${candidateId} and id <> ${exceptId ?? ""} and ended_at is null`);
    },
    async sweep() {
      await db.execute(sql`delete from sessions where expires_at < app_now() - interval '1 day'`);
    },
  };

  async function rotate(tx: Queryable, row: RefreshRow, token: string) {
    const successor = toSuccessor(token, row.generation + 1);
    const { rows } = await tx.execute<{ expires_at: Date }>(sql`
      insert into refresh_tokens (hash, session_id, generation, expires_at)
      values (${toHash(successor)}, ${row.session_id}, ${row.generation + 1},
        least(app_now() + ${lifetimeSeconds} * interval '1 second', ${toDate(row.session_expires_at).toISOString()}::timestamptz))
      returning expires_at`);
    return { tokens: await toTokens({ sessionId: row.session_id, candidateId: row.candidate_id, now: toDate(row.now), expiresAt: toDate(rows[0]!.expires_at) }, successor) };
  }

  /** A token that cannot be spent: unknown, expired, ended, or spent before. */
  async function repeat(tx: Queryable, token: string): Promise<{ tokens: Tokens } | { refused: WalletError }> {
    const { rows } = await tx.execute<RefreshRow>(sql`
      select t.session_id, s.candidate_id, t.generation, t.spent_at is not null as is_spent, t.expires_at <= app_now() as is_expired,
        t.spent_at > app_now() - ${graceSeconds} * interval '1 second' as in_grace, s.ended_at, s.end_reason, app_now() as now,
        (select n.expires_at from refresh_tokens n where n.session_id = t.session_id and n.generation = t.generation + 1) as expires_at
      from refresh_tokens t join sessions s on s.id = t.session_id where t.hash = ${toHash(token)}`);
    const row = rows[0];
    if (!row) return { refused: new WalletError("signedOut") };
    if (row.ended_at) return { refused: new WalletError(row.end_reason === "logout" ? "signedOut" : "sessionRevoked") };
    if (!row.is_spent) return { refused: new WalletError("signedOut") };
    if (row.in_grace) {
      const successor = toSuccessor(token, row.generation + 1);
      return { tokens: await toTokens({ sessionId: row.session_id, candidateId: row.candidate_id, now: toDate(row.now), expiresAt: toDate(row.expires_at) }, successor) };
    }
    await tx.execute(sql`update sessions set ended_at = app_now(), end_reason = 'reuse' where id = ${row.session_id} and ended_at is null`);
    await writeAudit(tx, "refresh-token-reused", row.candidate_id, { generation: row.generation });
    return { refused: new WalletError("sessionRevoked") };
  }
}

function toHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Raw statements answer moments as drizzle leaves them: text or Date. */
function toDate(value: Date | string): Date {
  return value instanceof Date ? value : new Date(value);
}

function toCandidate(row: Record<string, unknown>): Candidate {
  return {
    id: String(row.id),
    mobile: String(row.mobile),
    displayName: String(row.display_name),
    locale: String(row.locale),
    agentId: (row.agent_id as string | null) ?? null,
    provedName: (row.proved_name as string | null) ?? null,
    createdAt: toDate(row.created_at as Date | string),
  };
}
