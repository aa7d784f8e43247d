import { sql } from "drizzle-orm";
import { secretNames, type SecretName } from "../secret-lists.ts";
import type { Secrets } from "../secrets.ts";
import type { Queryable } from "../store/database.ts";
import { secretKeys } from "../store/tables/runtime.ts";
import { keyUses, keyedProofs, type KeyedProof, type KeyUse, type UseName } from "./key-uses.ts";
import { countSealed, countUnopened, listSealedKeyIds, unnamedKey, type SealedCount } from "./sealed-values.ts";

/** Servers may be restarted one after the other: an older one may use the old key for this long. */
const restartSeconds = 3600;

/** What still needs a key. */
export interface KeyNeed {
  use: UseName;
  /** The rows in an operator's words. */
  rows: string;
  /** Null when nothing is stored: another party uses the key. */
  count: number | null;
}

/** A key of a secret: its place in the list, what needs it, and from when it may be removed. */
export interface KeyStatus {
  secret: SecretName;
  /** Or `unnamed`: values from before there were key ids that no listed key opens. */
  keyId: string;
  place: "newest" | "older" | "not listed";
  /** When another key replaced it as the newest. */
  replacedAt: Date | null;
  /** When another party last used it. */
  usedAt: Date | null;
  needs: KeyNeed[];
  /** Null for the newest key, and while rows need it. */
  removableFrom: Date | null;
  /** Whether that time has come. */
  isRemovable: boolean;
}

type KnownKey = typeof secretKeys.$inferSelect;

interface Known {
  keys: KnownKey[];
  now: Date;
}

/** Every key that a setting lists or that something needs. */
export async function readKeyStatus(db: Queryable, secrets: Secrets): Promise<KeyStatus[]> {
  const known = await readKnown(db);
  const sealed = await countSealed(db);
  const listed: KeyStatus[] = [];
  for (const secret of secretNames)
    for (const [place, keyId] of secrets.keyIds(secret).entries()) {
      const key = known.keys.find((one) => one.secret === secret && one.keyId === keyId);
      const needs = [...toSealedNeeds(secret, keyId, sealed), ...(await listProofNeeds(db, secret, key, known.now))];
      const isUsed = place === 0 || needs.some(isUntilRenewed);
      const removableFrom = isUsed ? null : toRemovableFrom(secret, key, known.now);
      listed.push({
        secret,
        keyId,
        place: place === 0 ? "newest" : "older",
        replacedAt: key?.replacedAt ?? null,
        usedAt: key?.usedAt ?? null,
        needs,
        removableFrom,
        isRemovable: removableFrom !== null && removableFrom <= known.now,
      });
    }
  return [...listed, ...(await listMissingKeys(db, secrets, { all: true }))];
}

/** Keys that something needs and no setting lists. Without `all` it reads few rows, for the start. */
export async function listMissingKeys(
  db: Queryable,
  secrets: Secrets,
  { all }: { all: boolean },
): Promise<KeyStatus[]> {
  const known = await readKnown(db);
  const isListed = (secret: SecretName, keyId: string) => secrets.keyIds(secret).includes(keyId);
  const missing: KeyStatus[] = [];
  const add = (secret: SecretName, keyId: string, needs: KeyNeed[], key?: KnownKey) => {
    const { replacedAt = null, usedAt = null } = key ?? {};
    const place = "not listed";
    if (needs.length > 0)
      missing.push({ secret, keyId, place, replacedAt, usedAt, needs, removableFrom: null, isRemovable: false });
  };
  const sealed = await listSealedKeyIds(db);
  for (const keyId of new Set(sealed.map((one) => one.keyId)))
    if (keyId !== "" && !isListed("SEAL_SECRET", keyId))
      add("SEAL_SECRET", keyId, toSealedNeeds("SEAL_SECRET", keyId, await countSealed(db, keyId)));
  if (sealed.some(({ keyId }) => keyId === ""))
    add("SEAL_SECRET", unnamedKey, toSealedNeeds("SEAL_SECRET", unnamedKey, await countUnopened(db, secrets, all)));
  for (const key of known.keys) {
    const secret = key.secret as SecretName;
    if (!secretNames.includes(secret) || isListed(secret, key.keyId) || key.droppedAt) continue;
    add(secret, key.keyId, await listProofNeeds(db, secret, key, known.now), key);
  }
  return missing;
}

async function readKnown(db: Queryable): Promise<Known> {
  const keys = await db.select().from(secretKeys);
  const { rows } = await db.execute<{ now: Date | string }>(sql`select app_now() as now`);
  return { keys, now: new Date(rows[0]!.now) };
}

/** A value without a key id may be of any key, so each key needs to stay until it is resealed. */
function toSealedNeeds(secret: SecretName, keyId: string, counts: readonly SealedCount[]): KeyNeed[] {
  if (secret !== "SEAL_SECRET") return [];
  return counts
    .filter((one) => one.keyId === keyId || one.keyId === "")
    .map(({ use, rows }) => ({ use, rows: keyUses[use].rows, count: rows }));
}

async function listProofNeeds(
  db: Queryable,
  secret: SecretName,
  key: KnownKey | undefined,
  now: Date,
): Promise<KeyNeed[]> {
  if (!key?.newestAt) return [];
  const needs: KeyNeed[] = [];
  for (const [use, proof] of keyedProofs as readonly (readonly [UseName, KeyedProof])[]) {
    if (proof.secret !== secret) continue;
    const { renewal, rows } = proof;
    const replacedAt = key.replacedAt ?? now;
    if (renewal.by === "holder") {
      const quietFrom = (key.usedAt?.getTime() ?? -Infinity) + renewal.quietSeconds * 1000;
      if (quietFrom > now.getTime()) needs.push({ use, rows, count: null });
    } else if (proof.needed && replacedAt.getTime() + toNeededMs(renewal) > now.getTime()) {
      const count = await countNeeded(db, proof.needed, replacedAt);
      if (count > 0) needs.push({ use, rows, count });
    }
  }
  return needs;
}

/** Rows that expired since need no search. */
const toNeededMs = (renewal: KeyedProof["renewal"]): number =>
  "seconds" in renewal ? renewal.seconds * 1000 : renewal.by === "job" ? Infinity : 0;

async function countNeeded(db: Queryable, needed: NonNullable<KeyedProof["needed"]>, until: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.identifier(needed.table)}
    where (${sql.raw(needed.where)}) and ${sql.raw(needed.usedAt)} <= ${until.toISOString()}::timestamptz`);
  return rows[0]!.count;
}

/** Whether rows need the key until a job has renewed them, so that no date is known. */
function isUntilRenewed({ use }: KeyNeed): boolean {
  const { by } = (keyUses[use] as KeyUse).renewal;
  return by === "reseal" || by === "job";
}

/** The time after which neither rows nor another party needs a key that a job does not renew. */
function toRemovableFrom(secret: SecretName, key: KnownKey | undefined, now: Date): Date {
  if (!key?.newestAt || !key.replacedAt) return now;
  const times = Object.values<KeyUse>(keyUses)
    .filter((use) => use.secret === secret)
    .map(({ renewal }) => {
      if (renewal.by === "nothing") return key.replacedAt!.getTime();
      if (renewal.by === "holder")
        return Math.max(key.replacedAt!.getTime(), key.usedAt?.getTime() ?? 0) + renewal.quietSeconds * 1000;
      const seconds = "seconds" in renewal ? renewal.seconds : 0;
      return key.replacedAt!.getTime() + (seconds + restartSeconds) * 1000;
    });
  return new Date(Math.max(...times));
}
