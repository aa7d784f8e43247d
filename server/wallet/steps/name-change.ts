import { and, eq, inArray } from "drizzle-orm";
import { refusedField, refuseField, WalletError, type FieldError } from "#server/errors.ts";
import { findUnclean } from "#server/files/scanning/unclean.ts";
import { findFileId } from "#server/files/storage/file-url.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { nameChangeRequests } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type Guarding } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

/** Asks for another spelling of a name, with proof. Throws 109 when one is open, 106 'Upload document proof', or why a paper cannot be taken. */
export async function requestNameChange(
  tx: Queryable,
  candidateId: string,
  loaded: LoadedTransaction,
  services: Guarding,
  { verificationName, documentList }: { verificationName: string; documentList: { label: string; url: string }[] },
): Promise<void> {
  assertAllowed(loaded, services, { by: "transactions.request-name-change" });
  if (!loaded.items.some((item) => item.name === verificationName))
    throw refuseField("/verificationName", "verification", "verification-not-asked");
  const ids = documentList.map(({ url }) => findFileId(url));
  const known = ids.flatMap((id) => id ?? []);
  const own =
    known.length === 0
      ? []
      : await tx
          .select({ id: files.id, scan: files.scan })
          .from(files)
          .where(and(eq(files.candidateId, candidateId), inArray(files.id, known)));
  const fields = ids.flatMap((id, i): FieldError[] => {
    const file = own.find((row) => row.id === id);
    const fault = file ? findUnclean(file.scan) : "upload-proof";
    return fault ? [refusedField(`/documentList/${i}/url`, "file", fault)] : [];
  });
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  await tx
    .insert(nameChangeRequests)
    .values({ transactionId: loaded.row.id, verificationName, documentList, requestedAt: loaded.now })
    .onConflictDoNothing();
}
