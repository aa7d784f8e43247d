import { and, eq, inArray } from "drizzle-orm";
import { isSkippable } from "#engine/transaction/state-machine.ts";
import { WalletError, type FieldError } from "../errors.ts";
import type { Queryable } from "../store/database.ts";
import { transactionItems } from "../store/tables/transactions.ts";
import { stateConflict } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

/**
 * Marks verifications as skipped, or takes that back, all or none (D-32). Throws 106 with pointers into
 * `verificationNameList`, 109 for one that is done or submitted.
 */
export async function skip(tx: Queryable, loaded: LoadedTransaction, names: readonly string[], undo: boolean): Promise<void> {
  const request = loaded.documents.request(loaded.row.formId);
  const fields = names.flatMap((name, i): FieldError[] => {
    const asked = loaded.items.some((item) => item.name === name) ? request.verifications.find((entry) => entry.verification === name) : undefined;
    if (!asked) return [{ pointer: `/verificationNameList/${i}`, keyword: "verification", message: "This verification is not part of the form" }];
    return asked.skipAllowed ? [] : [{ pointer: `/verificationNameList/${i}`, keyword: "skipAllowed", message: "This verification cannot be skipped" }];
  });
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const chosen = loaded.items.filter((item) => names.includes(item.name));
  if (chosen.some((item) => !isSkippable({ ...item, skipAllowed: true }, loaded.row.state))) {
    throw stateConflict(loaded.row.state, "submitted", { message: "This verification is done or submitted" });
  }
  await tx.update(transactionItems).set({ markedAsSkip: !undo }).where(and(eq(transactionItems.transactionId, loaded.row.id), inArray(transactionItems.name, [...names])));
}
