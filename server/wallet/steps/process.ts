import type { Queryable } from "#server/platform/store/database.ts";
import { assertStoredAnswersValid } from "../releases/stored-answers.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { restartIdleClock, applyTransition, type TransitionServices } from "../transactions/apply-transition.ts";
import type { LoadedTransaction } from "../transactions/load.ts";
import { submitTransaction } from "./submit.ts";

const by = "transactions.process";

/** Starts a transaction, or submits one without payment. Idempotent. Throws 109 with the reason, 110. */
export async function processTransaction(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: TransitionServices,
): Promise<void> {
  if (isRepeated(loaded)) return;
  assertAllowed(loaded, services, { by });
  if (loaded.row.state === "NOT_INITIALIZED") {
    await applyTransition(tx, loaded.row, "PENDING", loaded.now, restartIdleClock(loaded.now));
    return;
  }
  assertStoredAnswersValid(loaded, services);
  await submitTransaction(tx, loaded, by, services);
}

/** A repeated call after a lost response: started without any answer yet, or submitted without payment. */
function isRepeated({ row, items, definitions }: LoadedTransaction): boolean {
  if (row.state === "PENDING") return items.every((item) => item.submissions.length === 0 && !item.markedAsSkip);
  return (
    row.submittedAt !== null &&
    row.state !== "CLOSED" &&
    row.state !== "REFUNDED" &&
    definitions.request(row.formId).payment === "none"
  );
}
