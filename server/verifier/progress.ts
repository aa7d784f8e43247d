import { eq } from "drizzle-orm";
import type { Services } from "../services.ts";
import { transact } from "../store/database.ts";
import { submissions } from "../store/tables/transactions.ts";
import { moveSubmissions, setMovedBy, settle } from "../transactions/moves.ts";
import { lockTransactionById } from "../transactions/rows.ts";

/** Job: what was given after an insufficiency goes to the verifier again (D-24: SUBMITTED → IN_PROGRESS). */
export async function progressVerifications(services: Services): Promise<void> {
  const waiting = await services.db.selectDistinct({ transactionId: submissions.transactionId }).from(submissions).where(eq(submissions.state, "SUBMITTED")).limit(200);
  for (const { transactionId } of waiting) {
    await transact(services.db, async (tx) => {
      await setMovedBy(tx, "job");
      const loaded = await lockTransactionById(tx, transactionId);
      if (!loaded) return;
      const subTypes = loaded.items.flatMap((item) => item.submissions.map((submission) => submission.subType));
      await moveSubmissions(tx, transactionId, subTypes, ["SUBMITTED"], "IN_PROGRESS", loaded.now);
      await settle(tx, transactionId, services);
    });
  }
}
