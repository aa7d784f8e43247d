import { and, eq, sql } from "drizzle-orm";
import type { IdentityVerified } from "#server/accounts/identity/prove-identity.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems } from "#server/platform/store/tables/transactions.ts";
import { isAllowed } from "./guard.ts";
import { setTransitionCause, syncTransactionState, type TransitionServices } from "./apply-transition.ts";
import { lockTransactionById } from "./load.ts";

const by = "identity";

/**
 * Listener for a verified identity: completes the identity items of the candidate's transactions where the guard allows
 * it. Then it syncs the state of those transactions.
 */
export function completeIdentity(services: TransitionServices): IdentityVerified {
  return async (tx, { candidateId }) => {
    await setTransitionCause(tx, by);
    for (const txnId of await completeIdentityItems(tx, services, candidateId))
      await syncTransactionState(tx, txnId, services);
  };
}

/** Completes the identity items of a candidate with a verified name; → the ids of the changed transactions. */
export async function completeIdentityItems(
  tx: Queryable,
  services: TransitionServices,
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

/** True when an item was completed. A completed item is no longer skipped. */
async function completeItems(tx: Queryable, services: TransitionServices, txnId: string): Promise<boolean> {
  const loaded = await lockTransactionById(tx, txnId);
  let isChanged = false;
  for (const item of loaded?.items.filter(({ identity, state }) => identity && state === "NOT_INITIALIZED") ?? []) {
    const question = { by, item: { ...item, markedAsSkip: false }, to: "COMPLETED" } as const;
    if (!loaded || !isAllowed(loaded, services, question)) continue;
    await tx
      .update(transactionItems)
      .set({ state: "COMPLETED", markedAsSkip: false })
      .where(and(eq(transactionItems.transactionId, txnId), eq(transactionItems.name, item.name)));
    isChanged = true;
  }
  return isChanged;
}
