import { and, eq, isNull } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { withImmediateCommits } from "#server/platform/idempotent-call.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import type { LoadedTransaction } from "./load.ts";

/** An open order pays for content that is about to change. */
class OpenOrderFound extends Error {
  readonly orderId: string;

  constructor(orderId: string) {
    super("An open order pays for what changes.");
    this.orderId = orderId;
  }
}

/** Another request may open an order meanwhile. */
const maxAttempts = 4;

/**
 * Runs `change`, and again after it found an open order and the order was released. A released order is cancelled, or
 * locked; then the guard refuses the change. Throws 112.
 */
export async function withoutOpenOrder<T>(
  { releaseOrder }: Pick<Services, "releaseOrder">,
  change: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof OpenOrderFound)) throw error;
      if (attempt === maxAttempts) throw new WalletError("openOrder", { data: { paymentId: error.orderId } });
      // The provider is called outside a database transaction.
      await withImmediateCommits(() => releaseOrder(error.orderId));
    }
}

/** Throws OpenOrderFound. */
export async function assertNoOpenOrder(tx: Queryable, txnId: string): Promise<void> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.transactionId, txnId), isNull(orders.closedAt)));
  if (open) throw new OpenOrderFound(open.id);
}

/** What an order pays for, as text to compare: the submissions that are not skipped, with their data. */
export function toPaidContent({ items }: Pick<LoadedTransaction, "items">): string {
  const paid = items.filter(({ markedAsSkip }) => !markedAsSkip);
  return JSON.stringify(paid.map(({ submissions }) => submissions.map(({ subType, data }) => [subType, data])));
}
