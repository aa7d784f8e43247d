import { inArray } from "drizzle-orm";
import type { CredentialCard } from "#engine/api/credentials.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { isSearched } from "#engine/form/options.ts";
import { readProfile } from "#server/accounts/profile/profile.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { submissions, transactions, type credentials } from "#server/platform/store/tables/transactions.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import type { Services } from "#server/services.ts";
import { findForm } from "../submissions/form-check.ts";
import { readDocuments, type TransactionDocuments } from "../transactions/documents.ts";
import { english } from "../transactions/labels.ts";
import { toOrg } from "../transactions/lists.ts";

type Row = typeof credentials.$inferSelect;

/** What each credential shows to a person, in the words of the documents it was verified by; undefined where they are gone. */
export async function toCards(
  { db, config }: Pick<Services, "db" | "config">,
  candidateId: string,
  rows: readonly Row[],
  words: Words,
): Promise<(CredentialCard | undefined)[]> {
  if (rows.length === 0) return [];
  const { displayName, profileDetails } = await readProfile(db, candidateId);
  const origins = await readOrigins(db, rows);
  const cards: (CredentialCard | undefined)[] = [];
  for (const { transactionId, subType, attributes } of rows) {
    const origin = origins.get(`${transactionId}\n${subType}`);
    if (!origin) {
      cards.push(undefined);
      continue;
    }
    const documents = await readDocuments(db, origin.releaseId, origin.orgId);
    const verification = documents.verification(origin.verificationName);
    cards.push({
      holder: (profileDetails.name ?? displayName).slice(0, 200),
      org: toOrg(config.organisation(origin.orgId)?.organisation, origin.orgId),
      icon: verification?.icon ?? "credential",
      facts: await toFacts(db, attributes, { documents, verification, words }),
    });
  }
  return cards;
}

/** By whom and for what each was asked, found by the submission that it came from. */
async function readOrigins(db: Queryable, rows: readonly Row[]) {
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

interface Meaning {
  documents: TransactionDocuments;
  verification: VerificationDocument | undefined;
  words: Words;
}

/** Attributes under the labels of their fields and in the order of the form, choices by their names. */
async function toFacts(
  db: Queryable,
  attributes: Row["attributes"],
  { documents, verification, words }: Meaning,
): Promise<CredentialCard["facts"]> {
  const model = findForm(documents, verification)?.model;
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === ""
      ? []
      : { name, value: String(value), field: model?.byPointer.get(toPointer(name))?.field },
  );
  const order = (field: (typeof given)[number]["field"]) => model?.fields.findIndex((one) => one.field === field) ?? 0;
  given.sort((a, b) => order(a.field) - order(b.field));
  const searched = given.filter(({ field }) => {
    const options = field?.options === undefined ? undefined : documents.options(String(field.options));
    return options !== undefined && isSearched(options);
  });
  const names = await findAnyNames(
    db,
    searched.map(({ value }) => value),
  );
  return given.map(({ name, value, field }) => {
    const options = field?.options === undefined ? undefined : documents.options(String(field.options));
    const chosen = options?.items?.find((item) => item.value === value);
    const shown = chosen?.label === undefined ? names.get(value) : words.translate(english(chosen.label));
    const label = field?.label === undefined ? name : words.translate(english(field.label));
    return { label: label.slice(0, 200), value: (shown ?? value).slice(0, 2000) };
  });
}

/** Attributes are named by their place in the form: currentAddress.pincode. */
const toPointer = (name: string): string => `/${name.split(".").join("/")}`;
