import { inArray } from "drizzle-orm";
import { toAttributePointer, type CredentialFact } from "#engine/core/form/credential-facts.ts";
import type { CredentialCard } from "#engine/core/scope/shapes/credentials.ts";
import { readProfile, toHolderName } from "#server/accounts/profile/profile.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { submissions, transactions, type credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readPinnedDefinitions } from "../transactions/pinned-definitions.ts";
import { toOrgSummary } from "../transactions/lists.ts";
import { toFacts, toReadableContext } from "./facts.ts";
import { toIssuer } from "./issuer-name.ts";
import { findHolderName } from "./sd-jwt.ts";

type Row = typeof credentials.$inferSelect;

/**
 * The card of each credential, in the texts of its pinned definitions; undefined when they are missing. `only`: the
 * names of attributes to include; the card reveals nothing of the others.
 */
export async function toCards(
  { db, config, settings }: Pick<Services, "db" | "config" | "settings">,
  candidateId: string,
  rows: readonly Row[],
  messages: MessageTexts,
  only?: readonly string[],
): Promise<(CredentialCard | undefined)[]> {
  if (rows.length === 0) return [];
  const profile = await readProfile(db, candidateId);
  const sources = await readCredentialSources(db, rows);
  const cards: (CredentialCard | undefined)[] = [];
  for (const { transactionId, subType, attributes, token, issuer } of rows) {
    const source = sources.get(`${transactionId}\n${subType}`);
    if (!source) {
      cards.push(undefined);
      continue;
    }
    const definitions = await readPinnedDefinitions(db, source.releaseId, source.orgId);
    const verification = definitions.verification(source.verificationName);
    const context = toReadableContext(definitions, verification, messages);
    const facts = (await toFacts(db, attributes, context)).filter(({ name }) => only?.includes(name) ?? true);
    cards.push({
      holder: ((await findHolderName(token)) ?? toHolderName(profile)).slice(0, 200),
      org: toOrgSummary(config.organisation(source.orgId)?.organisation, source.orgId),
      issuer: toIssuer({ config, settings }, issuer),
      icon: verification?.icon ?? "credential",
      ...toCardHeadline(facts, verification?.credential),
      facts: facts.map(({ name, label, value }) => ({ name, label, value })),
    });
  }
  return cards;
}

/** The headline facts that the verification's definition selects, as far as they are included. */
function toCardHeadline(
  facts: readonly Pick<CredentialFact, "name" | "value">[],
  document: VerificationDefinition["credential"],
): Pick<CredentialCard, "proves" | "institution"> {
  const find = (pointer: string | undefined) =>
    pointer === undefined ? undefined : facts.find(({ name }) => toAttributePointer(name) === pointer)?.value;
  const [proves, institution] = [find(document?.proves), find(document?.institution)];
  return { ...(proves !== undefined && { proves }), ...(institution !== undefined && { institution }) };
}

/** The verification and transaction of each credential, by the submission it came from. */
export async function readCredentialSources(db: Queryable, rows: readonly Pick<Row, "transactionId" | "subType">[]) {
  const ids = [...new Set(rows.map(({ transactionId }) => transactionId))];
  const found = await db
    .select({
      transactionId: submissions.transactionId,
      subType: submissions.subType,
      verificationName: submissions.verificationName,
    })
    .from(submissions)
    .where(inArray(submissions.transactionId, ids));
  const owners = await db
    .select({ id: transactions.id, orgId: transactions.orgId, releaseId: transactions.releaseId })
    .from(transactions)
    .where(inArray(transactions.id, ids));
  return new Map(
    found.flatMap(({ transactionId, subType, verificationName }) => {
      const source = owners.find(({ id }) => id === transactionId);
      return source ? [[`${transactionId}\n${subType}`, { ...source, verificationName }] as const] : [];
    }),
  );
}
