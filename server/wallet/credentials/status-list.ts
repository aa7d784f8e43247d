import { sign } from "node:crypto";
import { StatusList, createHeaderAndPayload } from "@sd-jwt/jwt-status-list";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { prepareOnce, transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { credentialStatuses } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { readNow } from "../transactions/load.ts";
import { readSigningKey, signAlgorithm } from "./issuer-keys.ts";
import type { SignedList, StatusLists } from "./signed-list.ts";
import { listSize, reservePlace } from "./status-places.ts";

/** How long caches may keep a list, and how long this server serves the token that it signed. */
export const listCacheSeconds = 300;

/** Reserves a status list entry for a token. */
export async function allocateStatus(tx: Queryable, credentialId: string, issuer: string) {
  const { list, place } = await reservePlace(tx, credentialId);
  return { uri: toListAddress(issuer, list), idx: place };
}

interface CachedList extends SignedList {
  /** The database time of the signature, in seconds. */
  readonly issuedAt: number;
  /** Entries are never taken out, so an equal number means an equal list. */
  readonly withdrawn: number;
}

interface StatusListServices {
  db: Database;
  secrets: Secrets;
  settings: { publicUrl: string };
}

/** Creates the lists with their cache. Calls that wait at the same time share one look at the database. */
export function createStatusLists(services: StatusListServices): StatusLists {
  const cache = new Map<number, CachedList>();
  const look = async (list: number): Promise<SignedList | undefined> => {
    const { exists, withdrawn, now } = await readState(services.db, { list });
    if (!exists) return undefined;
    const cached = cache.get(list);
    const age = cached ? now - cached.issuedAt : Infinity;
    if (cached && cached.withdrawn === withdrawn && age >= 0 && age < listCacheSeconds) return cached;
    const signed = await signStatusList(services, list);
    cache.set(list, signed);
    return signed;
  };
  const queues = new Map<number, ReturnType<typeof shareNextRun<SignedList | undefined>>>();
  return {
    read: (list) => {
      const queue =
        queues.get(list) ??
        shareNextRun(
          () => look(list),
          () => queues.delete(list),
        );
      queues.set(list, queue);
      return queue();
    },
  };
}

/**
 * Runs `run` once for all calls that come while it runs: they wait for a run that starts after them, so none of them
 * sees an older state. Calls `onIdle` when no call waits.
 */
function shareNextRun<T>(run: () => Promise<T>, onIdle: () => void): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
      if (!next) onIdle();
    });
    return running;
  };
  return () => (running ? (next ??= running.then(start, start)) : start());
}

interface ListState extends Record<string, unknown> {
  exists: boolean;
  withdrawn: number;
  /** In seconds. */
  now: number;
}

const stateStatement = prepareOnce("status_list_state", (db) =>
  db
    .select({
      exists: sql<boolean>`exists (select from credential_statuses where list = ${sql.placeholder("list")})`,
      withdrawn: sql<number>`(select count(*)::int from credential_statuses join credentials on credentials.id = credential_id
        where list = ${sql.placeholder("list")} and revoked_at is not null)`,
      now: sql<number>`extract(epoch from app_now())::float8`,
    })
    .from(sql`(values (1)) as one`),
);

async function readState(db: Database, values: { list: number }): Promise<ListState> {
  const [state] = await stateStatement(db, values);
  return state!;
}

function signStatusList({ db, secrets, settings }: StatusListServices, list: number): Promise<CachedList> {
  return transact(db, async (tx) => {
    const withdrawn = await tx
      .select({ place: credentialStatuses.place })
      .from(credentialStatuses)
      .innerJoin(credentials, eq(credentials.id, credentialStatuses.credentialId))
      .where(and(eq(credentialStatuses.list, list), isNotNull(credentials.revokedAt)));
    const bits = Array.from<number>({ length: listSize }).fill(0);
    for (const { place } of withdrawn) bits[place] = 1;
    const { kid, privateKey } = await readSigningKey(tx, secrets);
    const issuedAt = Math.floor((await readNow(tx)).getTime() / 1000);
    const { header, payload } = createHeaderAndPayload(
      new StatusList(bits, 1),
      {
        sub: toListAddress(settings.publicUrl, list),
        iss: settings.publicUrl,
        iat: issuedAt,
        exp: issuedAt + 2 * listCacheSeconds,
        ttl: listCacheSeconds,
      },
      { alg: signAlgorithm, typ: "statuslist+jwt", kid },
    );
    const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
    const signed = signature.toString("base64url");
    return { token: `${text}.${signed}`, etag: `"${signed.slice(0, 32)}"`, issuedAt, withdrawn: withdrawn.length };
  });
}

const toListAddress = (issuer: string, list: number): string => `${issuer}/credentials/status/${list}`;
