import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Tokens } from "#engine/core/scope/shapes/profile.ts";
import { WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { prepareOnce, transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { sessions } from "#server/platform/store/tables/sessions.ts";
import { noChangeFeed, type ChangeFeed } from "#server/platform/store/change-feed.ts";
import { readAccessToken } from "./access-token.ts";
import type { Candidate } from "./candidate.ts";
import type { SignInDevice } from "./sign-in-device.ts";
import { SessionCache } from "./session-cache.ts";
import {
  lifetimeSeconds,
  renewTokens,
  toDate,
  toEndedError,
  toHash,
  toTokens,
  type EndReason,
} from "./refresh-tokens.ts";

/** A session lasts at most twelve hours, renewals included. */
const longestSeconds = 12 * 3600;

/** Sessions: opened after a verified code, renewed with a rotating refresh token, ended at once. */
export interface SessionService {
  open(tx: Queryable, candidateId: string, from?: SignInDevice): Promise<Tokens>;
  /** Throws 401: 101 for an unknown or expired token, 138 for a reused one, which ends its session. */
  renew(refreshToken: string): Promise<Tokens>;
  /** Checks that a refresh token belongs to an open session, without spending it. Throws 401 (101, 138). */
  assertRefreshToken(refreshToken: string): Promise<void>;
  /** The session and candidate of an access token. Throws 401 (101, 138). */
  find(accessToken: string): Promise<{ id: string; candidate: Candidate }>;
  /** Removes the session from the cache, because its candidate may have changed. */
  forget(sessionId: string): void;
  end(sessionId: string, reason: EndReason): Promise<void>;
  prune(): Promise<void>;
}

const value = sql.placeholder;

/** The session of an access token and its candidate; every authenticated call runs it. */
const readSession = prepareOnce("session", (db) => {
  const { id, mobile, displayName, locale, agentId, provedName, createdAt } = candidates;
  return db
    .select({
      endedAt: sessions.endedAt,
      endReason: sessions.endReason,
      acceptsUntypedTokens: sessions.acceptsUntypedTokens,
      now: sql<Date>`app_now()`.mapWith(sessions.expiresAt),
      alive: sql<boolean>`${sessions.expiresAt} > app_now() and to_timestamp(${value("exp")}) > app_now()`,
      // Null in a locked wallet only, whose sessions have ended.
      candidate: { id, mobile: sql<string>`${mobile}`, displayName, locale, agentId, provedName, createdAt },
    })
    .from(sessions)
    .innerJoin(candidates, eq(candidates.id, sessions.candidateId))
    .where(and(eq(sessions.id, value("sid")), eq(sessions.candidateId, value("sub"))));
});

export function createSessions(db: Database, secrets: Secrets, changes: ChangeFeed = noChangeFeed): SessionService {
  const remembered = new SessionCache(changes);
  return {
    open: (tx, candidateId, from) => open(tx, candidateId, from, secrets),
    async renew(refreshToken) {
      const renewal = await transact(db, (tx) => renewTokens(tx, refreshToken, secrets));
      if ("tokens" in renewal) return renewal.tokens;
      if (renewal.ended) remembered.forget(renewal.ended);
      throw renewal.error;
    },
    async assertRefreshToken(refreshToken) {
      const { rows } = await db.execute<{ ended_at: Date | string | null; end_reason: EndReason | null }>(sql`
        select s.ended_at, s.end_reason from refresh_tokens t join sessions s on s.id = t.session_id where t.hash = ${toHash(refreshToken)}`);
      if (!rows[0]) throw new WalletError("signedOut");
      if (rows[0].ended_at) throw toEndedError(rows[0].end_reason);
    },
    async find(accessToken) {
      const known = remembered.find(accessToken);
      if (known) return known;
      const verified = await readAccessToken(accessToken, secrets);
      if (!verified) throw new WalletError("signedOut");
      const { claims, isTyped } = verified;
      const remember = remembered.begin();
      const [row] = await readSession(db, { sid: claims.sid, sub: claims.sub, exp: claims.exp });
      if (!row || !(isTyped || row.acceptsUntypedTokens)) throw new WalletError("signedOut");
      if (row.endedAt) throw toEndedError(row.endReason);
      if (!row.alive) throw new WalletError("signedOut");
      remember({ token: accessToken, claims, candidate: row.candidate, now: row.now });
      return { id: claims.sid, candidate: row.candidate };
    },
    forget: (sessionId) => remembered.forget(sessionId),
    async end(sessionId, reason) {
      await db.execute(
        sql`update sessions set ended_at = app_now(), end_reason = ${reason} where id = ${sessionId} and ended_at is null`,
      );
      remembered.forget(sessionId);
    },
    async prune() {
      await prune(db, sessions, sql`expires_at < app_now() - interval '1 day'`);
    },
  };
}

async function open(
  tx: Queryable,
  candidateId: string,
  from: SignInDevice | undefined,
  secrets: Secrets,
): Promise<Tokens> {
  const sessionId = newId();
  const token = randomBytes(32).toString("base64url");
  const { rows } = await tx.execute<{ now: Date | string; expires_at: Date | string }>(sql`
    with opened as (
      insert into sessions (id, candidate_id, device, network, created_at, proved_at, accepts_untyped_tokens, expires_at)
      values (${sessionId}, ${candidateId}, ${from?.device ?? null}, ${from?.network ?? null}, app_now(), app_now(), false, app_now() + ${longestSeconds} * interval '1 second') returning id)
    insert into refresh_tokens (hash, session_id, generation, expires_at)
    select ${toHash(token)}, id, 1, app_now() + ${lifetimeSeconds} * interval '1 second' from opened
    returning app_now() as now, expires_at`);
  const row = rows[0]!;
  return toTokens({ sessionId, candidateId, now: toDate(row.now), expiresAt: toDate(row.expires_at) }, token, secrets);
}
