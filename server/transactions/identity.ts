import { sql } from "drizzle-orm";
import type { IdentityVerified } from "../identity/verified.ts";
import type { Queryable } from "../store/database.ts";
import { setMovedBy, settle, type SettleServices } from "./moves.ts";

/**
 * Identity was proved, by either document: every entry for it in the candidate's open transactions is COMPLETED
 * (decisions §6 subType), and those transactions move on where nothing is left.
 */
export function completeIdentity(services: SettleServices): IdentityVerified {
  return async (tx, { candidateId }) => {
    await setMovedBy(tx, "identity");
    for (const txnId of await completeIdentityItems(tx, candidateId)) await settle(tx, txnId, services);
  };
}

/** Completes the identity entries of a candidate with a proved name; → the transactions concerned. */
export async function completeIdentityItems(tx: Queryable, candidateId: string, txnId?: string): Promise<string[]> {
  const { rows } = await tx.execute<{ transaction_id: string }>(sql`
    update transaction_items as item set state = 'COMPLETED', marked_as_skip = false
    from transactions as t join candidates as c on c.id = t.candidate_id
    where item.transaction_id = t.id and item.identity and item.state = 'NOT_INITIALIZED'
      and t.candidate_id = ${candidateId} and c.proved_name is not null
      and t.state in ('NOT_INITIALIZED', 'PENDING', 'READY_TO_SUBMIT', 'IN_PROGRESS', 'INSUFFICIENT_DATA')
      and (${txnId ?? null}::text is null or t.id = ${txnId ?? null})
    returning item.transaction_id`);
  return [...new Set(rows.map((row) => row.transaction_id))];
}
