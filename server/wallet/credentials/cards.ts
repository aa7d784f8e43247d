import { inArray } from "drizzle-orm";
import type { CredentialCard } from "#engine/api/credentials.ts";
import { readProfile, toKnownName } from "#server/accounts/profile/profile.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { submissions, transactions, type credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readDocuments } from "../transactions/documents.ts";
import { toOrg } from "../transactions/lists.ts";
import { readFacts, toPointer, type Fact } from "./facts.ts";
import { findHolderName } from "./sd-jwt.ts";

type Row = typeof credentials.$inferSelect;

/**
 * What each credential shows to a person, in the words of the documents it was verified by; undefined where they are gone.
 * `only`: names of the attributes that may be seen; nothing of the others stands anywhere on the card.
 */
export async function toCards(
  { db, config }: Pick<Services, "db" | "config">,
  candidateId: string,
  rows: readonly Row[],
  words: Words,
  only?: readonly string[],
): Promise<(CredentialCard | undefined)[]> {
  if (rows.length === 0) return [];
  const profile = await readProfile(db, candidateId);
  const origins = await readOrigins(db, rows);
  const cards: (CredentialCard | undefined)[] = [];
  for (const { transactionId, subType, attributes, token } of rows) {
    const origin = origins.get(`${transactionId}\n${subType}`);
    if (!origin) {
      cards.push(undefined);
      continue;
    }
    const documents = await readDocuments(db, origin.releaseId, origin.orgId);
    const verification = documents.verification(origin.verificationName);
    const meaning = { documents, verification, translate: words.translate };
    const facts = (await readFacts(db, attributes, meaning)).filter(({ name }) => only?.includes(name) ?? true);
    cards.push({
      holder: ((await findHolderName(token)) ?? toKnownName(profile)).slice(0, 200),
      org: toOrg(config.organisation(origin.orgId)?.organisation, origin.orgId),
      icon: verification?.icon ?? "credential",
      ...toHeadline(facts, verification?.credential),
      facts: facts.map(({ name, label, value }) => ({ name, label, value })),
    });
  }
  return cards;
}

/** What of the facts stands out, as the verification's document says; nothing where that fact is not among them. */
export function toHeadline(
  facts: readonly Pick<Fact, "name" | "value">[],
  document: VerificationDocument["credential"],
): Pick<CredentialCard, "proves" | "institution"> {
  const find = (pointer: string | undefined) =>
    pointer === undefined ? undefined : facts.find(({ name }) => toPointer(name) === pointer)?.value;
  const [proves, institution] = [find(document?.proves), find(document?.institution)];
  return { ...(proves !== undefined && { proves }), ...(institution !== undefined && { institution }) };
}

/** By whom and for what each was asked, found by the submission that it came from. */
export async function readOrigins(db: Queryable, rows: readonly Pick<Row, "transactionId" | "subType">[]) {
  const ids = [...new Set(rows.map(({ transactionId }) => transactionId))];
  const given = await db
    .select({
      transactionId: submissions.transactionId,
      subType: submissions.subType,
      verificationName: submissions.verificationName,
    })
    .from(submissions)
    .where(inArray(submissions.transactionId, ids));
  const asked = await db
    .select({ id: transactions.id, orgId: transactions.orgId, releaseId: transactions.releaseId })
    .from(transactions)
    .where(inArray(transactions.id, ids));
  return new Map(
    given.flatMap(({ transactionId, subType, verificationName }) => {
      const origin = asked.find(({ id }) => id === transactionId);
      return origin ? [[`${transactionId}\n${subType}`, { ...origin, verificationName }] as const] : [];
    }),
  );
}
