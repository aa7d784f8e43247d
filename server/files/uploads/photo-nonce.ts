import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Data } from "#engine/api/contracts.ts";
import { says, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Platform } from "#server/platform/platform.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { photoNonces } from "#server/platform/store/tables/photo-nonces.ts";

const lifetimeSeconds = 600;
const drawsMax = 60;
const drawWindowSeconds = 600;

/** The verification that a photo is for, and whose it is: the caller has made sure of both. */
export interface PhotoPurpose {
  candidateId: string;
  transactionId: string;
  verificationName: string;
}

/** Leave to send one photo within ten minutes. Throws 108 when too much is asked for. */
export async function drawPhotoNonce(
  { db, limits }: Pick<Platform, "db" | "limits">,
  purpose: PhotoPurpose,
): Promise<Data<"files.photo-nonce">> {
  await limits.take(`photo nonce ${purpose.candidateId}`, drawsMax, drawWindowSeconds);
  const [drawn] = await transact(db, (tx) =>
    tx
      .insert(photoNonces)
      .values({ id: newId(), ...purpose, expiresAt: sql`app_now() + ${lifetimeSeconds} * interval '1 second'` })
      .returning({ nonce: photoNonces.id, expiresAt: photoNonces.expiresAt }),
  );
  return { nonce: drawn!.nonce, expiresAt: drawn!.expiresAt.toISOString() };
}

/**
 * The photo that a nonce was spent for, when it is this one: an answer that was lost on its way is given again.
 * Undefined while the nonce is good. Throws 109 for one that is spent, late, or not the candidate's.
 */
export async function findPhotoOf(
  db: Queryable,
  candidateId: string,
  nonce: string,
  sha256: string,
): Promise<typeof files.$inferSelect | undefined> {
  const [row] = await db
    .select({ file: files, isLate: sql<boolean>`${photoNonces.expiresAt} <= app_now()` })
    .from(photoNonces)
    .leftJoin(files, eq(files.id, photoNonces.fileId))
    .where(and(eq(photoNonces.id, nonce), eq(photoNonces.candidateId, candidateId)));
  if (row?.file?.sha256 === sha256) return row.file;
  if (!row || row.file || row.isLate) throw notTakenNow();
  return undefined;
}

/** Spends a nonce for a file, in the transaction that writes the file's row. Throws 109 when somebody was faster. */
export async function spendPhotoNonce(
  tx: Queryable,
  candidateId: string,
  nonce: string,
  fileId: string,
): Promise<void> {
  const spent = await tx
    .update(photoNonces)
    .set({ fileId })
    .where(
      and(
        eq(photoNonces.id, nonce),
        eq(photoNonces.candidateId, candidateId),
        isNull(photoNonces.fileId),
        gt(photoNonces.expiresAt, sql`app_now()`),
      ),
    )
    .returning({ id: photoNonces.id });
  if (spent.length === 0) throw notTakenNow();
}

/** Forgets what was never used and expired an hour ago. */
export async function sweepPhotoNonces({ db }: Pick<Platform, "db">): Promise<void> {
  await prune(db, photoNonces, sql`file_id is null and expires_at < app_now() - interval '1 hour'`);
}

const notTakenNow = (): WalletError => new WalletError("stateConflict", says("photo-not-live"));
