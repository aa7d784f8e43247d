import type { Queryable } from "#server/platform/store/database.ts";
import { assertStoredTaken } from "../releases/stored-answers.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { fromNow, moveTransaction, type SettleServices } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";
import { submitTransaction } from "./submission.ts";

const by = "transactions.process";

/**
 * Begins a transaction, or submits an unpaid one. A step that was already done answers again. Throws 109 with the
 * reason, 110.
 */
export async function processTransaction(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: SettleServices,
): Promise<void> {
  if (isRepeated(loaded)) return;
  assertAllowed(loaded, services, { by });
  if (loaded.row.state === "NOT_INITIALIZED") {
    await moveTransaction(tx, loaded.row, "PENDING", loaded.now, fromNow(loaded.now));
    return;
  }
  assertStoredTaken(loaded, services);
  await submitTransaction(tx, loaded, by, services);
}

/**
 * A lost answer is asked for again: begun and nothing given since, or an unpaid form that was submitted.
 * Anything else is judged as a wish to submit.
 */
function isRepeated({ row, items, documents }: LoadedTransaction): boolean {
  if (row.state === "PENDING") return items.every((item) => item.submissions.length === 0 && !item.markedAsSkip);
  return (
    row.submittedAt !== null &&
    row.state !== "CLOSED" &&
    row.state !== "REFUNDED" &&
    documents.request(row.formId).payment === "none"
  );
}
