import { and, eq, inArray } from "drizzle-orm";
import { refusedField, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type Guarding } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

/**
 * Marks verifications as skipped, or takes that back, all or none. Throws 106 with pointers into
 * `verificationNameList`, 109 for one that is done or submitted.
 */
export async function skip(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Guarding,
  names: readonly string[],
  undo: boolean,
): Promise<void> {
  const request = loaded.documents.request(loaded.row.formId);
  const fields = names.flatMap((name, i): FieldError[] => {
    const asked = loaded.items.some((item) => item.name === name)
      ? request.verifications.find((entry) => entry.verification === name)
      : undefined;
    const pointer = `/verificationNameList/${i}`;
    if (!asked) return [refusedField(pointer, "verification", "verification-not-asked")];
    return asked.skipAllowed ? [] : [refusedField(pointer, "skipAllowed", "skip-not-allowed")];
  });
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  for (const item of loaded.items.filter(({ name }) => names.includes(name)))
    assertAllowed(loaded, services, { by: "transactions.skip", item });
  await tx
    .update(transactionItems)
    .set({ markedAsSkip: !undo })
    .where(and(eq(transactionItems.transactionId, loaded.row.id), inArray(transactionItems.name, [...names])));
}
