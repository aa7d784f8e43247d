import { eq } from "drizzle-orm";
import type { Services } from "#server/services.ts";
import { withRequestContext } from "#server/platform/request-context.ts";
import { transact } from "#server/platform/store/database.ts";
import { submissions } from "#server/platform/store/tables/transactions.ts";
import {
  applySubmissionTransitions,
  setTransitionCause,
  syncTransactionState,
} from "../transactions/apply-transition.ts";
import { listForConsole } from "./find-system.ts";
import { lockTransactionById, type SubmissionRow } from "../transactions/load.ts";

/** Job: forwards answers to an insufficiency to the people who verify. Systems get them as events. */
export async function forwardResubmissions(services: Services): Promise<void> {
  const pending = await services.db
    .selectDistinct({ transactionId: submissions.transactionId, requestId: submissions.requestId })
    .from(submissions)
    .where(eq(submissions.state, "SUBMITTED"))
    .limit(200);
  for (const one of pending) await withRequestContext(one.requestId, () => forward(services, one));
}

/** Forwards the submissions of one request. */
async function forward(
  services: Services,
  { transactionId, requestId }: Pick<SubmissionRow, "transactionId" | "requestId">,
): Promise<void> {
  const passed = await transact(services.db, async (tx) => {
    await setTransitionCause(tx, "job");
    const loaded = await lockTransactionById(tx, transactionId);
    if (!loaded) return [];
    const forConsole = listForConsole(loaded, services.config);
    const subTypes = loaded.items
      .flatMap((item) => item.submissions)
      .flatMap((submission) =>
        submission.state === "SUBMITTED" &&
        submission.requestId === requestId &&
        forConsole.includes(submission.subType)
          ? submission.subType
          : [],
      );
    const moved = await applySubmissionTransitions(tx, loaded, services, {
      by: "job",
      subTypes,
      from: "SUBMITTED",
      to: "IN_PROGRESS",
    });
    await syncTransactionState(tx, transactionId, services);
    return moved;
  });
  if (passed.length > 0) services.log.info({ count: passed.length }, "submissions passed to the verifier");
}
