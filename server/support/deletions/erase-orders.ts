import { eq, sql, type SQL } from "drizzle-orm";
import type { Cart } from "#engine/core/payment/price-cart.ts";
import { destroyCandidateKey, openForCandidate, sealForCandidate } from "#server/platform/candidate-keys.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { retainedOrders } from "#server/platform/store/tables/deletions.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import type { Services } from "#server/services.ts";
import { openContacts } from "./erase-account.ts";

type Erasing = Pick<Services, "db" | "secrets">;

/** What tax law wants to know about a paid order after its candidate was deleted. */
export interface RetainedOrder {
  buyer: { name: string; mobile: string };
  cart: Cart;
}

const toSealed = (candidateId: string, orderId: string) =>
  ({ candidateId, use: "retained-order", rowId: orderId }) as const;

/**
 * Seals buyer and items of each paid order by the candidate's key, and removes the candidate's words and number from
 * all orders. Prices and states stay.
 */
export async function eraseOrders(
  { db, secrets }: Erasing,
  {
    candidateId,
    deletionId,
    lockedContacts,
  }: { candidateId: string; deletionId: string; lockedContacts: string | null },
): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select coalesce(proved_name, display_name) as name from candidates where id = ${candidateId}`,
    );
    const contacts =
      lockedContacts === null
        ? undefined
        : await openContacts({ secrets }, tx, { candidateId, deletionId, sealed: lockedContacts });
    const buyer = { name: rows[0]!.name, mobile: contacts?.mobile ?? "" };
    const paid = await tx.select().from(orders).where(eq(orders.candidateId, candidateId));
    for (const { id: orderId, status, cart } of paid) {
      if (status !== "Success") continue;
      const value: RetainedOrder = { buyer, cart };
      const sealed = await sealForCandidate(tx, secrets, toSealed(candidateId, orderId), value);
      await tx.insert(retainedOrders).values({ orderId, candidateId, sealed }).onConflictDoNothing();
    }
    await tx.execute(sql`select erase_orders(${candidateId})`);
  });
}

/** Buyer and items of an order of a deleted candidate; undefined when nothing is kept, or its time is over. */
export async function openRetainedOrder(
  secrets: Services["secrets"],
  tx: Queryable,
  orderId: string,
): Promise<RetainedOrder | undefined> {
  const [row] = await tx.select().from(retainedOrders).where(eq(retainedOrders.orderId, orderId));
  return row && openForCandidate<RetainedOrder>(tx, secrets, toSealed(row.candidateId, orderId), row.sealed);
}

/** Job: ends what stayed after a deletion, when its time is over. Without its key, what was sealed is unreadable. */
export async function endRetention({ db }: Pick<Services, "db">): Promise<void> {
  for (const candidateId of await listEnded(
    db,
    "payments",
    sql`select from retained_orders k where k.candidate_id = r.candidate_id`,
  ))
    await transact(db, async (tx) => {
      await destroyCandidateKey(tx, candidateId);
      await tx.delete(retainedOrders).where(eq(retainedOrders.candidateId, candidateId));
    });
  for (const candidateId of await listEnded(
    db,
    "consents",
    sql`select from consents k where k.candidate_id = r.candidate_id`,
  ))
    await db.execute(sql`delete from consents where candidate_id = ${candidateId}`);
}

async function listEnded(db: Queryable, group: string, remains: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ candidate_id: string }>(sql`
    select distinct r.candidate_id from deletion_requests r cross join lateral jsonb_array_elements(r.kept) one(stays)
    where r.state = 'erased' and stays->>'group' = ${group} and (stays->>'until')::timestamptz <= app_now()
      and exists (${remains}) limit 100`);
  return rows.map(({ candidate_id: id }) => id);
}
