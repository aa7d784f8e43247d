import { asc, eq, isNull } from "drizzle-orm";
import type { Attributes } from "#engine/core/form/credential-facts.ts";
import { readProfile, toHolderName } from "#server/accounts/profile/profile.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readPinnedDefinitions } from "../transactions/pinned-definitions.ts";
import { toAttributesHash } from "./attributes.ts";
import { readCredentialSources } from "./cards.ts";
import { toFacts } from "./facts.ts";
import { untranslated, signAndStore } from "./issue.ts";
import { createPrivateKey, createPublicKey, hkdfSync } from "node:crypto";
import { jwtVerify } from "jose";
import type { Secrets } from "#server/platform/secrets.ts";

type Row = typeof credentials.$inferSelect;

/** Credentials per database transaction. */
const batchSize = 20;

/**
 * Reissues all credentials of the former format in today's. Withdrawn ones stay withdrawn. A credential whose stored
 * content differs from its signed content is not signed again, but written to the audit log.
 */
export async function reissueCredentials(services: Services, now: Date): Promise<void> {
  for (let more = true; more;) {
    more = await transact(services.db, async (tx) => {
      const rows = await tx
        .select()
        .from(credentials)
        .where(isNull(credentials.vct))
        .orderBy(asc(credentials.issuedAt))
        .limit(batchSize)
        .for("update", { skipLocked: true });
      const sources = await readCredentialSources(tx, rows);
      for (const row of rows)
        await reissue(tx, services, row, sources.get(`${row.transactionId}\n${row.subType}`), now);
      return rows.length === batchSize;
    });
  }
}

type CredentialSource =
  Awaited<ReturnType<typeof readCredentialSources>> extends ReadonlyMap<string, infer O> ? O : never;

async function reissue(
  tx: Queryable,
  services: Services,
  { id, candidateId, credentialType, attributes, token, issuedAt }: Row,
  source: CredentialSource | undefined,
  now: Date,
): Promise<void> {
  const signed = await readLegacyCredential(token, services.secrets, now);
  const isSame =
    signed !== undefined && toAttributesHash(credentialType, signed) === toAttributesHash(credentialType, attributes);
  if (!isSame || !source) {
    await tx.update(credentials).set({ vct: "" }).where(eq(credentials.id, id));
    return writeAudit(tx, "credential-not-reissued", candidateId, { credentialId: id });
  }
  const { orgId, verificationName, releaseId } = source;
  const definitions = await readPinnedDefinitions(tx, releaseId, orgId);
  const verification = definitions.verification(verificationName);
  const facts = await toFacts(tx, attributes, { definitions, verification, translate: untranslated });
  const holderName = toHolderName(await readProfile(tx, candidateId));
  await signAndStore(tx, services, { id, orgId, verificationName, issuedAt }, { holderName, attributes, facts });
  await writeAudit(tx, "credential-reissued", candidateId, { credentialId: id });
}

/** Header of a PKCS #8 Ed25519 key; the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The facts of a credential in the former format (`vc+jwt`, EdDSA); undefined when its signature is invalid. */
async function readLegacyCredential(token: string, secrets: Secrets, now: Date): Promise<Attributes | undefined> {
  for (const key of secrets.keys("former-issuer")) {
    try {
      const { payload } = await jwtVerify(token, toLegacyKey(key), {
        algorithms: ["EdDSA"],
        typ: "vc+jwt",
        currentDate: now,
      });
      return (payload["vc"] as { credentialSubject?: Attributes } | undefined)?.credentialSubject;
    } catch {
      // Another key may have signed it.
    }
  }
  return undefined;
}

/** The key of the former format, derived from the installation's secret. */
function toLegacyKey(key: Buffer) {
  const seed = Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), "credential issuer", 32));
  return createPublicKey(createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" }));
}
