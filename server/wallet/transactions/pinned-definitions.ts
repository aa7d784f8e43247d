import { and, eq } from "drizzle-orm";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";
import {
  pinnedKinds,
  toPinnedDefinitions,
  type PinnedDefinitions,
} from "#engine/authoring/release/pinned-definitions.ts";
import { upgradeDefinition } from "#engine/authoring/release/upgrade-definition.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { getCatalogue, type OrganisationRelease, type Release } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { releases } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";

/**
 * The definitions of the release that a transaction started with: its form stays the same while the candidate fills it
 * in.
 */
export interface TransactionDefinitions {
  releaseId: string;
  orgId: string;
  readonly pinned: PinnedDefinitions;
  /** Throws when the release has no such request, which a transaction always has. */
  request(formId: string): RequestDefinition;
  verification(name: string): VerificationDefinition | undefined;
  form(id: string): FormDefinition | undefined;
  options(id: string): OptionsDefinition | undefined;
  readonly rules: Readonly<Record<string, Expr>>;
}

// Releases are immutable, so cached definitions stay valid.
const cache = new Map<string, TransactionDefinitions>();
const cacheMax = 100;

/** Stores an organisation's definitions under the release's id, once. Transactions refer to that id. */
export async function pinDefinitions(
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
  const pinned = toPinned(organisation);
  await tx
    .insert(releases)
    .values({
      id: release.id,
      orgId: organisation.orgId,
      definitions: Object.fromEntries(pinned.byKey),
      createdAt: now,
    })
    .onConflictDoNothing();
  remember(key, toTransactionDefinitions(release.id, organisation.orgId, pinned));
}

/** The pinned definitions of a transaction. */
export async function readPinnedDefinitions(
  db: Queryable,
  releaseId: string,
  orgId: string,
): Promise<TransactionDefinitions> {
  const key = toCacheKey(releaseId, orgId);
  const cached = cache.get(key);
  if (cached) return cached;
  const [row] = await db
    .select({ definitions: releases.definitions })
    .from(releases)
    .where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  if (!row) throw new Error(`Release ${releaseId} of ${orgId} was never stored.`);
  const pinned = toPinnedDefinitions(toPresent(row.definitions));
  return remember(key, toTransactionDefinitions(releaseId, orgId, pinned));
}

/** The stored definitions of a release; undefined when no transaction started with it. */
export async function findTransactionDocuments(
  db: Queryable,
  releaseId: string,
  orgId: string,
): Promise<AnyDefinition[] | undefined> {
  const [row] = await db
    .select({ definitions: releases.definitions })
    .from(releases)
    .where(and(eq(releases.id, releaseId), eq(releases.orgId, orgId)));
  return row && toPresent(row.definitions);
}

/** The same view of the current release, for calls without transaction. */
export function toCurrentDefinitions(release: Release, organisation: OrganisationRelease): TransactionDefinitions {
  const key = toCacheKey(release.id, organisation.orgId);
  return (
    cache.get(key) ?? remember(key, toTransactionDefinitions(release.id, organisation.orgId, toPinned(organisation)))
  );
}

/**
 * The organisation whose current rules and texts apply to a transaction. When the release no longer has it, the default
 * one. A running transaction can therefore always be finished. Throws 404 (code 104) when nothing is served.
 */
export function getEffectiveOrganisation({ config }: Pick<Services, "config">, orgId: string): OrganisationRelease {
  const organisation = config.organisation(orgId) ?? config.organisation(config.current().defaultOrgId);
  if (!organisation) throw notFound("organisation");
  return organisation;
}

/**
 * The prices that the candidate was shown and pays. Older stored releases have none: there the current prices apply.
 */
export function toPrices({ pinned }: TransactionDefinitions, organisation: OrganisationRelease): Prices {
  return (pinned.list("prices")[0] ?? getCatalogue(organisation, "prices")).prices;
}

/** Earlier releases of the code have stored former path names. */
const toPresent = (definitions: Readonly<Record<string, unknown>>): AnyDefinition[] =>
  (Object.values(definitions) as AnyDefinition[]).map(upgradeDefinition);

const toPinned = (organisation: OrganisationRelease): PinnedDefinitions =>
  toPinnedDefinitions(pinnedKinds.flatMap<AnyDefinition>((kind) => organisation.list(kind)));

function toTransactionDefinitions(releaseId: string, orgId: string, pinned: PinnedDefinitions): TransactionDefinitions {
  return {
    releaseId,
    orgId,
    pinned,
    rules: pinned.rules,
    request: (formId) => {
      const request = pinned.find("request", formId);
      if (!request) throw new Error(`Release ${releaseId} of ${orgId} has no request ${formId}.`);
      return request;
    },
    verification: (name) => pinned.find("verification", name),
    form: (id) => pinned.find("form", id),
    options: (id) => pinned.find("options", id),
  };
}

function remember(key: string, definitions: TransactionDefinitions): TransactionDefinitions {
  const oldest = cache.size >= cacheMax ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, definitions);
  return definitions;
}

function toCacheKey(releaseId: string, orgId: string): string {
  return `${releaseId}\n${orgId}`;
}
