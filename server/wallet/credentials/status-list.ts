import { sign } from "node:crypto";
import { StatusList, createHeaderAndPayload } from "@sd-jwt/jwt-status-list";
import { and, eq, gte, isNotNull, lt } from "drizzle-orm";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialStatuses } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "../transactions/load.ts";
import { readSigningKey, signAlgorithm } from "./issuer-keys.ts";

/** Entries per list: enough that a lookup does not reveal which credential it is for. */
const listSize = 2 ** 16;
/** Spreads consecutive numbers over a list. 40503 and the list size are coprime, so each entry is used once. */
const stride = 40_503;
/** How long caches may keep a list. */
const cacheSeconds = 300;

/** The list (counted from 0) and the index in it for a number. */
const toStatusEntry = (number: number, issuer: string) => ({
  uri: toListAddress(issuer, Math.floor(number / listSize)),
  idx: ((number % listSize) * stride) % listSize,
});

/** Allocates a status list entry for a token. */
export async function allocateStatus(tx: Queryable, credentialId: string, issuer: string) {
  const [row] = await tx
    .insert(credentialStatuses)
    .values({ credentialId })
    .returning({ number: credentialStatuses.number });
  return toStatusEntry(row!.number, issuer);
}

/**
 * A list as a signed token (Token Status List, `statuslist+jwt`): 1 for a withdrawn credential. Undefined for a list
 * without entries.
 */
export function signStatusList(
  { db, secrets, settings }: Pick<Services, "db" | "secrets" | "settings">,
  list: number,
): Promise<string | undefined> {
  const [from, to] = [list * listSize, (list + 1) * listSize];
  return transact(db, async (tx) => {
    const within = and(gte(credentialStatuses.number, from), lt(credentialStatuses.number, to));
    const existing = await tx
      .select({ number: credentialStatuses.number })
      .from(credentialStatuses)
      .where(within)
      .limit(1);
    if (existing.length === 0) return undefined;
    const withdrawn = await tx
      .select({ number: credentialStatuses.number })
      .from(credentialStatuses)
      .innerJoin(credentials, eq(credentials.id, credentialStatuses.credentialId))
      .where(and(within, isNotNull(credentials.revokedAt)));
    const bits = Array.from<number>({ length: listSize }).fill(0);
    for (const { number } of withdrawn) bits[toStatusEntry(number, "").idx] = 1;
    const { kid, privateKey } = await readSigningKey(tx, secrets);
    const issuedAt = Math.floor((await readNow(tx)).getTime() / 1000);
    const { header, payload } = createHeaderAndPayload(
      new StatusList(bits, 1),
      {
        sub: toListAddress(settings.publicUrl, list),
        iss: settings.publicUrl,
        iat: issuedAt,
        exp: issuedAt + 2 * cacheSeconds,
        ttl: cacheSeconds,
      },
      { alg: signAlgorithm, typ: "statuslist+jwt", kid },
    );
    const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${text}.${signature.toString("base64url")}`;
  });
}

const toListAddress = (issuer: string, list: number): string => `${issuer}/credentials/status/${list}`;
