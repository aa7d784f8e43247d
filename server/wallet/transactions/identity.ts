import { and, eq, sql } from "drizzle-orm";
import type { IdentityVerified } from "#server/accounts/identity/verified.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems } from "#server/platform/store/tables/transactions.ts";
import { isAllowed } from "./guard.ts";
import { setMovedBy, settle, type SettleServices } from "./moves.ts";
import { lockTransactionById } from "./rows.ts";

const by = "identity";

/**
 * Identity was proved, by either document: every entry for it in the candidate's transactions that may be is COMPLETED,
 * and those transactions move on where nothing is left.
 */
export function completeIdentity(services: SettleServices): IdentityVerified {
  return async (tx, { candidateId }) => {
    await setMovedBy(tx, by);
    for (const txnId of await completeIdentityItems(tx, services, candidateId)) await settle(tx, txnId, services);
  };
}

/** Completes the identity entries of a candidate with a proved name; → the transactions concerned. */
export async function completeIdentityItems(
  tx: Queryable,
  services: SettleServices,
  candidateId: string,
  txnId?: string,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select t.id from transactions as t join candidates as c on c.id = t.candidate_id
    where t.candidate_id = ${candidateId} and c.proved_name is not null
      and (${txnId ?? null}::text is null or t.id = ${txnId ?? null})
      and exists (select 1 from transaction_items as item
        where item.transaction_id = t.id and item.identity and item.state = 'NOT_INITIALIZED')
    order by t.id`);
  const changed: string[] = [];
  for (const { id } of rows) if (await completeItems(tx, services, id)) changed.push(id);
  return changed;
}

/** True when an entry was completed. A skip of it is forgotten. */
async function completeItems(tx: Queryable, services: SettleServices, txnId: string): Promise<boolean> {
  const loaded = await lockTransactionById(tx, txnId);
  let isChanged = false;
  for (const item of loaded?.items.filter(({ identity, state }) => identity && state === "NOT_INITIALIZED") ?? []) {
    const wish = { by, item: { ...item, markedAsSkip: false }, to: "COMPLETED" } as const;
    if (!loaded || !isAllowed(loaded, services, wish)) continue;
    await tx
      .update(transactionItems)
      .set({ state: "COMPLETED", markedAsSkip: false })
      .where(and(eq(transactionItems.transactionId, txnId), eq(transactionItems.name, item.name)));
    isChanged = true;
  }
  return isChanged;
}
