import { eq } from "drizzle-orm";
import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { pinDocuments } from "#server/wallet/transactions/documents.ts";
import { lockTransactionById } from "#server/wallet/transactions/rows.ts";
import type { Desk } from "./desk.ts";

/**
 * `POST /sandbox/newest`: a transaction takes the newest documents, whatever it holds. Real ones stay where they began
 * when the change is major; whoever writes the documents wants to see them.
 */
export const newestDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.newest;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { txnId } }) =>
    transact(services.db, async (tx) => {
      const held = await lockTransactionById(tx, txnId);
      const organisation = held && services.config.organisation(held.row.orgId);
      if (!held || !organisation) throw new WalletError("notFound");
      const release = services.config.current();
      await pinDocuments(tx, release, organisation, held.now);
      await tx.update(transactions).set({ releaseId: release.id }).where(eq(transactions.id, txnId));
      return { release: release.id };
    }),
  );
};
