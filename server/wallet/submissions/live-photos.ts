import { and, eq, inArray } from "drizzle-orm";
import { getAt } from "#engine/base/json-pointer.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import { listLivePhotos, type FindLivePhoto } from "#engine/form/live-photos.ts";
import { refusedField, type FieldError } from "#server/errors.ts";
import { findFileId } from "#server/files/storage/file-url.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { photoNonces } from "#server/platform/store/tables/photo-nonces.ts";

type Data = Readonly<Record<string, unknown>>;

/** Who gives photos, for which verification, and what it holds already. */
export interface PhotoGiver {
  candidate: { id: string; agentId: string | null };
  transactionId: string;
  verificationName: string;
  before: Data | undefined;
  findLivePhoto: FindLivePhoto;
}

/**
 * Photos that have to be taken when they are given, and were not: no nonce was spent for the file, or one for something
 * else. An agent may give any picture; what stands there already was judged when it came. Pointers are into the data.
 */
export async function findPhotoErrors(
  db: Queryable,
  { candidate, transactionId, verificationName, before = {}, findLivePhoto }: PhotoGiver,
  model: FormModel,
  data: Data,
): Promise<FieldError[]> {
  if (candidate.agentId !== null) return [];
  const given = listLivePhotos(model, findLivePhoto).flatMap(({ pointer, photo }) => {
    const id = findFileId(getAt(data, photo));
    return id === undefined || getAt(before, photo) === getAt(data, photo) ? [] : [{ pointer, id }];
  });
  if (given.length === 0) return [];
  const ids = given.map(({ id }) => id);
  const taken = await db
    .select({ fileId: photoNonces.fileId })
    .from(photoNonces)
    .where(
      and(
        inArray(photoNonces.fileId, ids),
        eq(photoNonces.candidateId, candidate.id),
        eq(photoNonces.transactionId, transactionId),
        eq(photoNonces.verificationName, verificationName),
      ),
    );
  const known = new Set(taken.map(({ fileId }) => fileId));
  return given.filter(({ id }) => !known.has(id)).map(({ pointer }) => refusedField(pointer, "live", "photo-not-live"));
}
