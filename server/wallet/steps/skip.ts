import { and, eq, inArray } from "drizzle-orm";
import { fieldError, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/load.ts";

/**
 * Skips verifications, or undoes a skip, all or none. Throws 106 with pointers into `verificationNameList`, 109 for a
 * verification that is done or submitted.
 */
export async function skipVerifications(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
  names: readonly string[],
  undo: boolean,
): Promise<void> {
  const request = loaded.definitions.request(loaded.row.formId);
  const fields = names.flatMap((name, i): FieldError[] => {
    const requested = loaded.items.some((item) => item.name === name)
      ? request.verifications.find((entry) => entry.verification === name)
      : undefined;
    const pointer = `/verificationNameList/${i}`;
    if (!requested) return [fieldError(pointer, "verification", "verification-not-requested")];
    return requested.skipAllowed ? [] : [fieldError(pointer, "skipAllowed", "skip-not-allowed")];
  });
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  for (const item of loaded.items.filter(({ name }) => names.includes(name)))
    assertAllowed(loaded, services, { by: "transactions.skip", item });
  await tx
    .update(transactionItems)
    .set({ markedAsSkip: !undo })
    .where(and(eq(transactionItems.transactionId, loaded.row.id), inArray(transactionItems.name, [...names])));
}
