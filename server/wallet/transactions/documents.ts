import { and, eq } from "drizzle-orm";
import type { FormDocument } from "#engine/documents/form.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { Prices } from "#engine/payment/prices.ts";
import { keptKinds, toKeptDocuments, type KeptDocuments } from "#engine/release/kept-documents.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { getCatalogue, type OrganisationRelease, type Release } from "#server/config/release.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { releases } from "#server/platform/store/tables/transactions.ts";

/** The documents that a transaction keeps from the release it began with, so that nothing changes under who fills it in. */
export interface TransactionDocuments {
  releaseId: string;
  orgId: string;
  readonly kept: KeptDocuments;
  /** Throws when the release had no such request: a transaction is only begun with one. */
  request(formId: string): RequestDocument;
  verification(name: string): VerificationDocument | undefined;
  form(id: string): FormDocument | undefined;
  options(id: string): OptionsDocument | undefined;
  readonly rules: Readonly<Record<string, Expr>>;
}

// Releases are immutable, so what was read once holds for ever.
const known = new Map<string, TransactionDocuments>();
const knownMax = 100;

/** Stores the documents of an organisation under the release's id, once; a new transaction names them. */
export async function pinDocuments(
  tx: Queryable,
  release: Release,
  organisation: OrganisationRelease,
  now: Date,
): Promise<void> {
  const key = toCacheKey(release.id, organisation.orgId);
  const [stored] = await tx
    .select({ id: releases.id })
    .from(releases)
    .where(and(eq(releases.id, release.id), eq(releases.orgId, organisation.orgId)));
  if (stored) return;
  const kept = toKept(organisation);
  await tx
    .insert(releases)
    .values({
      id: release.id,
      orgId: organisation.orgId,
      documents: Object.fromEntries(kept.byKey),
      createdAt: now,
    })
    .onConflictDoNothing();
  remember(key, toTransactionDocuments(release.id, organisation.orgId, kept));
}

/** The documents that a transaction began with. */
export async function readDocuments(db: Queryable, releaseId: string, orgId: string): Promise<TransactionDocuments> {
  const key = toCacheKey(releaseId, orgId);
  const cached = known.get(key);
  if (cached) return cached;
  const [row] = await db
    .select({ documents: releases.documents })
    .from(releases)
    .where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  if (!row) throw new Error(`Release ${releaseId} of ${orgId} was never stored.`);
  const kept = toKeptDocuments(Object.values(row.documents) as AnyDocument[]);
  return remember(key, toTransactionDocuments(releaseId, orgId, kept));
}

/** What an organisation's transactions keep of a release, as it was stored; undefined when none began with it. */
export async function findPinnedDocuments(
  db: Queryable,
  releaseId: string,
  orgId: string,
): Promise<AnyDocument[] | undefined> {
  const [row] = await db
    .select({ documents: releases.documents })
    .from(releases)
    .where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  return row && (Object.values(row.documents) as AnyDocument[]);
}

/** The same view of a release that runs now, for calls that concern no transaction. */
export function currentDocuments(release: Release, organisation: OrganisationRelease): TransactionDocuments {
  const key = toCacheKey(release.id, organisation.orgId);
  return known.get(key) ?? remember(key, toTransactionDocuments(release.id, organisation.orgId, toKept(organisation)));
}

/**
 * The prices that a transaction's candidate was shown, and is charged. What was stored before prices were kept has
 * none: there the newest count.
 */
export function toPrices({ kept }: TransactionDocuments, organisation: OrganisationRelease): Prices {
  return (kept.list("prices")[0] ?? getCatalogue(organisation, "prices")).prices;
}

const toKept = (organisation: OrganisationRelease): KeptDocuments =>
  toKeptDocuments(keptKinds.flatMap<AnyDocument>((kind) => organisation.list(kind)));

function toTransactionDocuments(releaseId: string, orgId: string, kept: KeptDocuments): TransactionDocuments {
  return {
    releaseId,
    orgId,
    kept,
    rules: kept.rules,
    request: (formId) => {
      const request = kept.find("request", formId);
      if (!request) throw new Error(`Release ${releaseId} of ${orgId} has no request ${formId}.`);
      return request;
    },
    verification: (name) => kept.find("verification", name),
    form: (id) => kept.find("form", id),
    options: (id) => kept.find("options", id),
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
