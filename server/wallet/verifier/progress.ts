import { eq } from "drizzle-orm";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { submissions } from "#server/platform/store/tables/transactions.ts";
import { moveSubmissions, setMovedBy, settle } from "../transactions/moves.ts";
import { lockTransactionById } from "../transactions/rows.ts";

/** Job: what was given after an insufficiency goes to the verifier again. */
export async function progressVerifications(services: Services): Promise<void> {
  const waiting = await services.db
    .selectDistinct({ transactionId: submissions.transactionId })
    .from(submissions)
    .where(eq(submissions.state, "SUBMITTED"))
    .limit(200);
  for (const { transactionId } of waiting) {
    await transact(services.db, async (tx) => {
      await setMovedBy(tx, "job");
      const loaded = await lockTransactionById(tx, transactionId);
      if (!loaded) return;
      const subTypes = loaded.items
        .flatMap((item) => item.submissions)
        .flatMap(({ subType, state }) => (state === "SUBMITTED" ? subType : []));
      await moveSubmissions(tx, loaded, services, { by: "job", subTypes, from: "SUBMITTED", to: "IN_PROGRESS" });
      await settle(tx, transactionId, services);
    });
  }
}
