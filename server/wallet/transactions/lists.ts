import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { PublicForm, TransactionListItem } from "#engine/api/transactions.ts";
import type { State } from "#engine/api/states.ts";
import type { OrganisationDocument } from "#engine/documents/organisation.ts";
import { isPastExpiry } from "#engine/transaction/expiry.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import type { Services } from "#server/services.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { readDocuments } from "./documents.ts";
import { listMovable } from "./guard.ts";
import { english } from "./labels.ts";
import { readPayments } from "./payment-details.ts";
import { loadItems, readNow } from "./rows.ts";
import { toStanding } from "./standing.ts";

/** Name and picture of an organisation on orders, lists and payments. */
export function toOrg(
  organisation: OrganisationDocument | undefined,
  orgId: string,
): { displayName: string; imageUrl: string } {
  return { displayName: organisation?.displayName ?? organisation?.name ?? orgId, imageUrl: organisation?.logo ?? "" };
}

/** One page of the candidate's transactions, newest first, of those states only when any are named. */
export async function listTransactions(
  services: Pick<Services, "db" | "config">,
  { id: candidateId, words }: { id: string; words: Words },
  { seed, count: size, states }: { seed: number; count: number; states?: State[] },
): Promise<{ list: TransactionListItem[]; total: number }> {
  const mine = and(eq(transactions.candidateId, candidateId), states ? inArray(transactions.state, states) : undefined);
  const rows = await services.db
    .select()
    .from(transactions)
    .where(mine)
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(size)
    .offset(seed);
  const [all] = await services.db.select({ total: count() }).from(transactions).where(mine);
  const ids = rows.map(({ id }) => id);
  const items = await loadItems(services.db, ids);
  const payments = await readPayments(services.db, rows);
  const now = await readNow(services.db);
  const closing = { states: listMovable(services, "job", "CLOSED"), limits: findLimits(services.config) };
  const list: TransactionListItem[] = [];
  for (const row of rows) {
    const documents = await readDocuments(services.db, row.releaseId, row.orgId);
    const organisation = services.config.organisation(row.orgId);
    const listed = {
      row,
      documents,
      now,
      items: items.get(row.id) ?? [],
      payments: payments.get(row.id) ?? { paid: [] },
    };
    list.push({
      orgId: row.orgId,
      txnId: row.id,
      formId: row.formId,
      form: { name: english(documents.request(row.formId).name) },
      org: toOrg(organisation?.organisation, row.orgId),
      state: row.state,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      standing: toStanding(listed, { organisation, closing, words }),
    });
  }
  return { list, total: all?.total ?? 0 };
}

/** The forms that anybody may start, of one organisation or of all, by name. */
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
      org: toOrg(organisation, orgId),
      expiry: request.expiry,
      isExpired: isPastExpiry(request.expiry, now.toISOString()),
    }));
}
