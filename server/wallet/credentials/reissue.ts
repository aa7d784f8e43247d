import { asc, eq, isNull } from "drizzle-orm";
import { readProfile, toKnownName } from "#server/accounts/profile/profile.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readDocuments } from "../transactions/documents.ts";
import { toAttributesHash } from "./attributes.ts";
import { readOrigins } from "./cards.ts";
import { readFacts } from "./facts.ts";
import { inEnglish, putToken } from "./issue.ts";
import { readOldForm } from "./old-form.ts";

type Row = typeof credentials.$inferSelect;

/** So many in one database transaction. */
const batch = 20;

/**
 * Issues credentials of the form before anew, in the form of today, until none is left; withdrawn ones stay withdrawn. What
 * is kept of one and is not what was signed is never signed again: it is left, and written in the audit log.
 */
export async function reissueCredentials(services: Services, now: Date): Promise<void> {
  for (let more = true; more;) {
    more = await transact(services.db, async (tx) => {
      const rows = await tx
        .select()
        .from(credentials)
        .where(isNull(credentials.vct))
        .orderBy(asc(credentials.issuedAt))
        .limit(batch)
        .for("update", { skipLocked: true });
      const origins = await readOrigins(tx, rows);
      for (const row of rows)
        await reissue(tx, services, row, origins.get(`${row.transactionId}\n${row.subType}`), now);
      return rows.length === batch;
    });
  }
}

type Origin = Awaited<ReturnType<typeof readOrigins>> extends ReadonlyMap<string, infer O> ? O : never;

async function reissue(
  tx: Queryable,
  services: Services,
  { id, candidateId, credentialType, attributes, token, issuedAt }: Row,
  origin: Origin | undefined,
  now: Date,
): Promise<void> {
  const signed = await readOldForm(token, services.secrets, now);
  const isSame =
    signed !== undefined && toAttributesHash(credentialType, signed) === toAttributesHash(credentialType, attributes);
  if (!isSame || !origin) {
    await tx.update(credentials).set({ vct: "" }).where(eq(credentials.id, id));
    return writeAudit(tx, "credential-not-reissued", candidateId, { credentialId: id });
  }
  const { orgId, verificationName, releaseId } = origin;
  const documents = await readDocuments(tx, releaseId, orgId);
  const verification = documents.verification(verificationName);
  const facts = await readFacts(tx, attributes, { documents, verification, translate: inEnglish });
  const holderName = toKnownName(await readProfile(tx, candidateId));
  await putToken(tx, services, { id, orgId, verificationName, issuedAt }, { holderName, attributes, facts });
  await writeAudit(tx, "credential-reissued", candidateId, { credentialId: id });
}
