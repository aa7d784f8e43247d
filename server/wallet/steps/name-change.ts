import { and, eq, inArray } from "drizzle-orm";
import { toPersonName } from "#engine/core/base/person-name.ts";
import { fieldError, invalidField, WalletError, type FieldError } from "#server/errors.ts";
import { findFileId, findScanRefusal } from "#server/files/storage/file-access.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { nameChangeRequests } from "#server/platform/store/tables/name-changes.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/load.ts";

interface NameChangeRequest {
  verificationName: string;
  /** The new name; a wallet may leave it out. */
  name?: string | undefined;
  documentList: { label: string; url: string }[];
}

/**
 * Requests another spelling of a name, with proof. Throws 109 when a request is open. Throws 106 'Upload document
 * proof', the reason why a document is not accepted, or why the name is none.
 */
export async function requestNameChange(
  tx: Queryable,
  candidateId: string,
  loaded: LoadedTransaction,
  services: GuardServices,
  { verificationName, name, documentList }: NameChangeRequest,
): Promise<void> {
  assertAllowed(loaded, services, { by: "transactions.request-name-change" });
  if (!loaded.items.some((item) => item.name === verificationName))
    throw invalidField("/verificationName", "verification", "verification-not-requested");
  const newName = name === undefined ? null : toPersonName(name);
  if (newName === undefined) throw invalidField("/name", "pattern", "name-letters-only");
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
    const fault = file ? findScanRefusal(file.scan) : "upload-proof";
    return fault ? [fieldError(`/documentList/${i}/url`, "file", fault)] : [];
  });
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  await tx
    .insert(nameChangeRequests)
    .values({
      id: newId(),
      transactionId: loaded.row.id,
      verificationName,
      name: newName,
      documentList,
      requestedAt: loaded.now,
    })
    .onConflictDoNothing();
}
