import { and, eq, inArray } from "drizzle-orm";
import { WalletError, type FieldError } from "../errors.ts";
import { findFileId } from "../files/file-url.ts";
import type { Queryable } from "../store/database.ts";
import { files } from "../store/tables/files.ts";
import { nameChangeRequests } from "../store/tables/transactions.ts";
import { stateConflict } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

/** Asks for another spelling of a name, with proof (spec §5 Name change). Throws 106 'Upload document proof', 109 when one is open. */
export async function requestNameChange(
  tx: Queryable,
  candidateId: string,
  loaded: LoadedTransaction,
  { verificationName, documentList }: { verificationName: string; documentList: { label: string; url: string }[] },
): Promise<void> {
  if (!loaded.items.some((item) => item.name === verificationName)) {
    throw new WalletError("invalid", { fields: [{ pointer: "/verificationName", keyword: "verification", message: "This verification is not part of the form" }] });
  }
  const ids = documentList.map(({ url }) => findFileId(url));
  const known = ids.flatMap((id) => id ?? []);
  const own = known.length === 0 ? [] : await tx.select({ id: files.id }).from(files).where(and(eq(files.candidateId, candidateId), inArray(files.id, known)));
  const fields = ids.flatMap((id, i): FieldError[] => (own.some((file) => file.id === id) ? [] : [{ pointer: `/documentList/${i}/url`, keyword: "file", message: "Upload document proof" }]));
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const added = await tx
    .insert(nameChangeRequests)
    .values({ transactionId: loaded.row.id, verificationName, documentList, requestedAt: loaded.now })
    .onConflictDoNothing()
    .returning({ transactionId: nameChangeRequests.transactionId });
  if (added.length === 0) throw stateConflict(loaded.row.state, "name-change", { message: "A name change is already requested" });
}
