import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { PublicForm, TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { OrganisationDefinition } from "#engine/core/definitions/organisation.ts";
import { isPastExpiry } from "#engine/core/transaction/expiry.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import type { Services } from "#server/services.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { findLimits } from "#server/config/limits.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { readPinnedDefinitions } from "./pinned-definitions.ts";
import { listStatesLeadingTo } from "./guard.ts";
import { english } from "./english-text.ts";
import { readPayments } from "./payment-details.ts";
import { loadItems, readNow, readVerifiedFields } from "./load.ts";
import { toProgress } from "./progress.ts";

/** Name and logo of an organisation for orders, lists and payments. */
export function toOrgSummary(
  organisation: OrganisationDefinition | undefined,
  orgId: string,
): { displayName: string; imageUrl: string } {
  return { displayName: organisation?.displayName ?? organisation?.name ?? orgId, imageUrl: organisation?.logo ?? "" };
}

/** One page of the candidate's transactions, newest first, optionally in these states only. */
export async function listTransactions(
  services: Pick<Services, "db" | "config">,
  { id: candidateId, messages }: { id: string; messages: MessageTexts },
  { seed, count: size, states }: { seed: number; count: number; states?: State[] },
): Promise<{ list: TransactionListItem[]; total: number }> {
  const own = and(eq(transactions.candidateId, candidateId), states ? inArray(transactions.state, states) : undefined);
  const rows = await services.db
    .select()
    .from(transactions)
    .where(own)
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(size)
    .offset(seed);
  const [totals] = await services.db.select({ total: count() }).from(transactions).where(own);
  const ids = rows.map(({ id }) => id);
  const items = await loadItems(services.db, ids);
  const verifiedFields = await readVerifiedFields(services.db, ids);
  const payments = await readPayments(services.db, rows);
  const now = await readNow(services.db);
  const closing = { states: listStatesLeadingTo(services, "job", "CLOSED"), limits: findLimits(services.config) };
  const list: TransactionListItem[] = [];
  for (const row of rows) {
    const definitions = await readPinnedDefinitions(services.db, row.releaseId, row.orgId);
    const organisation = services.config.organisation(row.orgId);
    const listed = {
      row,
      definitions,
      now,
      items: items.get(row.id) ?? [],
      payments: payments.get(row.id) ?? { paid: [] },
      verifiedFields: verifiedFields.get(row.id) ?? [],
    };
    list.push({
      orgId: row.orgId,
      txnId: row.id,
      formId: row.formId,
      form: { name: english(definitions.request(row.formId).name) },
      org: toOrgSummary(organisation?.organisation, row.orgId),
      state: row.state,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      progress: toProgress(listed, { organisation, closing, messages }),
    });
  }
  return { list, total: totals?.total ?? 0 };
}

/** The public forms of one organisation or of all, by name. */
export function listPublicForms(release: Release, now: Date, orgId?: string): PublicForm[] {
  const organisations = [...release.organisations.values()].filter(
    (organisation) => orgId === undefined || organisation.orgId === orgId,
  );
  return organisations
    .flatMap((organisation) => toPublicForms(organisation, now))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function toPublicForms({ orgId, organisation, list }: OrganisationRelease, now: Date): PublicForm[] {
  return list("request")
    .filter((request) => request.public === true && request.invited === undefined)
    .map((request) => ({
      formId: request.id,
      name: english(request.name),
      orgId,
      org: toOrgSummary(organisation, orgId),
      expiry: request.expiry,
      isExpired: isPastExpiry(request.expiry, now.toISOString()),
    }));
}
