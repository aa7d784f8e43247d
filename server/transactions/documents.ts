import { and, eq } from "drizzle-orm";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { FormDocument } from "#engine/documents/form.ts";
import type { RequestDocument, VerificationDocument } from "#engine/documents/request.ts";
import type { OptionsDocument, RulesDocument } from "#engine/documents/screen.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import type { OrganisationRelease, Release } from "../config/compile-release.ts";
import type { Queryable } from "../store/database.ts";
import { releases } from "../store/tables/transactions.ts";

/** The documents that a transaction keeps from the release it began with (design "The release"). */
export interface TransactionDocuments {
  releaseId: string;
  orgId: string;
  /** Throws when the release had no such request: a transaction is only begun with one. */
  request(formId: string): RequestDocument;
  hasRequest(formId: string): boolean;
  verification(name: string): VerificationDocument | undefined;
  form(id: string): FormDocument | undefined;
  options(id: string): OptionsDocument | undefined;
  readonly forms: Readonly<Record<string, FormDocument>>;
  readonly rules: Readonly<Record<string, Expr>>;
}

type Documents = Record<string, unknown>;

/** What of a release shapes the data of a transaction; everything else is always the newest. */
const pinnedKinds = ["request", "verification", "form", "rules", "options"] as const;

// Releases are immutable, so what was read once holds for ever.
const known = new Map<string, TransactionDocuments>();
const knownMax = 100;

/** Stores the documents of an organisation under the release's id, once; a new transaction names them. */
export async function pinDocuments(tx: Queryable, release: Release, organisation: OrganisationRelease, now: Date): Promise<void> {
  const key = toCacheKey(release.id, organisation.orgId);
  const [stored] = await tx.select({ id: releases.id }).from(releases).where(and(eq(releases.id, release.id), eq(releases.orgId, organisation.orgId)));
  if (stored) return;
  const documents = toDocuments(organisation);
  await tx.insert(releases).values({ id: release.id, orgId: organisation.orgId, documents, createdAt: now }).onConflictDoNothing();
  remember(key, toTransactionDocuments(release.id, organisation.orgId, documents));
}

/** The documents that a transaction began with. */
export async function readDocuments(db: Queryable, releaseId: string, orgId: string): Promise<TransactionDocuments> {
  const key = toCacheKey(releaseId, orgId);
  const cached = known.get(key);
  if (cached) return cached;
  const [row] = await db.select({ documents: releases.documents }).from(releases).where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  if (!row) throw new Error(`Release ${releaseId} of ${orgId} was never stored.`);
  return remember(key, toTransactionDocuments(releaseId, orgId, row.documents));
}

/** What an organisation's transactions keep of a release, as it was stored; undefined when none began with it. */
export async function findPinnedDocuments(db: Queryable, releaseId: string, orgId: string): Promise<AnyDocument[] | undefined> {
  const [row] = await db.select({ documents: releases.documents }).from(releases).where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  return row && (Object.values(row.documents) as AnyDocument[]);
}

/** The same view of a release that runs now, for calls that concern no transaction. */
export function currentDocuments(release: Release, organisation: OrganisationRelease): TransactionDocuments {
  const key = toCacheKey(release.id, organisation.orgId);
  return known.get(key) ?? remember(key, toTransactionDocuments(release.id, organisation.orgId, toDocuments(organisation)));
}

function toDocuments(organisation: OrganisationRelease): Documents {
  const documents: Documents = {};
  for (const kind of pinnedKinds) for (const document of organisation.list(kind)) documents[`${kind}/${(document as { id: string }).id}`] = document;
  return documents;
}

function toTransactionDocuments(releaseId: string, orgId: string, documents: Documents): TransactionDocuments {
  const find = <T>(key: string) => (Object.hasOwn(documents, key) ? (documents[key] as T) : undefined);
  const ofKind = (kind: string) => Object.entries(documents).filter(([key]) => key.startsWith(`${kind}/`));
  const rules = ofKind("rules").flatMap(([, document]) => Object.entries((document as RulesDocument).rules));
  return {
    releaseId,
    orgId,
    request: (formId) => {
      const request = find<RequestDocument>(`request/${formId}`);
      if (!request) throw new Error(`Release ${releaseId} of ${orgId} has no request ${formId}.`);
      return request;
    },
    hasRequest: (formId) => find(`request/${formId}`) !== undefined,
    verification: (name) => find(`verification/${name}`),
    form: (id) => find(`form/${id}`),
    options: (id) => find(`options/${id}`),
    forms: Object.fromEntries(ofKind("form").map(([key, document]) => [key.slice("form/".length), document as FormDocument])),
    rules: Object.fromEntries(rules.map(([name, { expr }]) => [name, expr])),
  };
}

function remember(key: string, documents: TransactionDocuments): TransactionDocuments {
  const oldest = known.size >= knownMax ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  known.set(key, documents);
  return documents;
}

function toCacheKey(releaseId: string, orgId: string): string {
  return `${releaseId}\n${orgId}`;
}
