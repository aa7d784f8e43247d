import { eq } from "drizzle-orm";
import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { WalletError } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { pinDefinitions } from "#server/wallet/transactions/pinned-definitions.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/**
 * `POST /sandbox/repin`: pins a transaction to the newest definitions, even after a major change. It serves authors,
 * who want to see their changes.
 */
export const repinRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.repin;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { txnId } }) =>
    transact(services.db, async (tx) => {
      const loaded = await lockTransactionById(tx, txnId);
      const organisation = loaded && services.config.organisation(loaded.row.orgId);
      if (!loaded || !organisation) throw new WalletError("notFound");
      const release = services.config.current();
      await pinDefinitions(tx, release, organisation, loaded.now);
      await tx.update(transactions).set({ releaseId: release.id }).where(eq(transactions.id, txnId));
      return { release: release.id };
    }),
  );
};
