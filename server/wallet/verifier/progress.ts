import { eq } from "drizzle-orm";
import type { Services } from "#server/services.ts";
import { withOrigin } from "#server/platform/origin.ts";
import { transact } from "#server/platform/store/database.ts";
import { submissions } from "#server/platform/store/tables/transactions.ts";
import { moveSubmissions, setMovedBy, settle } from "../transactions/moves.ts";
import { lockTransactionById, type SubmissionRow } from "../transactions/rows.ts";

/** Job: what was given after an insufficiency goes to the verifier again. */
export async function progressVerifications(services: Services): Promise<void> {
  const waiting = await services.db
    .selectDistinct({ transactionId: submissions.transactionId, requestId: submissions.requestId })
    .from(submissions)
    .where(eq(submissions.state, "SUBMITTED"))
    .limit(200);
  for (const one of waiting) await withOrigin(one.requestId, () => passOn(services, one));
}

/** What one request gave of a transaction. */
async function passOn(
  services: Services,
  { transactionId, requestId }: Pick<SubmissionRow, "transactionId" | "requestId">,
): Promise<void> {
  const passed = await transact(services.db, async (tx) => {
    await setMovedBy(tx, "job");
    const loaded = await lockTransactionById(tx, transactionId);
    if (!loaded) return [];
    const subTypes = loaded.items
      .flatMap((item) => item.submissions)
      .flatMap((given) => (given.state === "SUBMITTED" && given.requestId === requestId ? given.subType : []));
    const moved = await moveSubmissions(tx, loaded, services, {
      by: "job",
      subTypes,
      from: "SUBMITTED",
      to: "IN_PROGRESS",
    });
    await settle(tx, transactionId, services);
    return moved;
  });
  if (passed.length > 0) services.log.info({ count: passed.length }, "submissions passed to the verifier");
}
