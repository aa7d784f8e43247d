import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Data } from "#engine/contract/contracts.ts";
import { withReason, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Platform } from "#server/platform/platform.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { photoNonces } from "#server/platform/store/tables/photo-nonces.ts";

const lifetimeSeconds = 600;
const drawsMax = 60;
const drawWindowSeconds = 600;

/** The verification and the candidate of a photo. The caller has checked both. */
export interface PhotoPurpose {
  candidateId: string;
  transactionId: string;
  verificationName: string;
}

/** Creates a nonce for one photo within ten minutes. Throws 108 above the limit. */
export async function drawPhotoNonce(
  { db, rateLimits }: Pick<Platform, "db" | "rateLimits">,
  purpose: PhotoPurpose,
): Promise<Data<"files.photo-nonce">> {
  await rateLimits.consume(`photo nonce ${purpose.candidateId}`, drawsMax, drawWindowSeconds);
  const [drawn] = await transact(db, (tx) =>
    tx
      .insert(photoNonces)
      .values({ id: newId(), ...purpose, expiresAt: sql`app_now() + ${lifetimeSeconds} * interval '1 second'` })
      .returning({ nonce: photoNonces.id, expiresAt: photoNonces.expiresAt }),
  );
  return { nonce: drawn!.nonce, expiresAt: drawn!.expiresAt.toISOString() };
}

/**
 * Returns the photo that was stored with a nonce, when it is the same photo: its response was lost. Returns undefined
 * for an unused nonce. Throws 109 for a used, expired or foreign nonce.
 */
export async function findPhotoByNonce(
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
  if (!row || row.file || row.isLate) throw toNonceError();
  return undefined;
}

/**
 * Marks a nonce as used, in the database transaction that inserts the file. Throws 109 when another request was faster.
 */
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
  if (spent.length === 0) throw toNonceError();
}

/** Deletes unused nonces an hour after they expired. */
export async function sweepPhotoNonces({ db }: Pick<Platform, "db">): Promise<void> {
  await prune(db, photoNonces, sql`file_id is null and expires_at < app_now() - interval '1 hour'`);
}

const toNonceError = (): WalletError => new WalletError("stateConflict", withReason("photo-not-live"));
