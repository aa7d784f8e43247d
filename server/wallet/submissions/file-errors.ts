import { and, eq, inArray } from "drizzle-orm";
import { getAt, listLeafValues } from "#engine/core/base/json-pointer.ts";
import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { listLivePhotos, type FindLivePhoto } from "#engine/core/form/live-photos.ts";
import { fieldError, type FieldError } from "#server/errors.ts";
import { findFileId, findScanRefusal } from "#server/files/storage/file-access.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { photoNonces } from "#server/platform/store/tables/photo-nonces.ts";

/**
 * Fields whose file belongs to another candidate, has a wrong type, is infected or still waits for the scanner. Another
 * candidate's file gets the error of a missing one. Pointers are into the data.
 */
export async function findFileErrors(
  db: Queryable,
  candidateId: string,
  model: FormModel,
  data: Record<string, unknown>,
): Promise<FieldError[]> {
  const references = listLeafValues(data).flatMap(({ pointer, value }) => {
    const id = findFileId(value);
    return id === undefined ? [] : [{ pointer, id }];
  });
  if (references.length === 0) return [];
  const ids = [...new Set(references.map((file) => file.id))];
  const own = await db
    .select({ id: files.id, contentType: files.contentType, scan: files.scan })
    .from(files)
    .where(and(eq(files.candidateId, candidateId), inArray(files.id, ids)));
  return references.flatMap(({ pointer, id }): FieldError[] => {
    const file = own.find((row) => row.id === id);
    if (!file) return [fieldError(pointer, "file", "file-not-found")];
    const unclean = findScanRefusal(file.scan);
    if (unclean) return [fieldError(pointer, "file", unclean)];
    // A file may be one of several of its field.
    const accept = model.fields.find((field) => isWithin(pointer, [field.pointer]))?.field.accept;
    return accept && !accept.includes(file.contentType)
      ? [fieldError(pointer, "accept", "file-type", { list: toNames(accept) })]
      : [];
  });
}

/** Readable names of media types such as 'application/pdf'. */
function toNames(types: readonly string[]): string {
  return [...new Set(types.map((type) => type.slice(type.indexOf("/") + 1)))].join(", ");
}

type Data = Readonly<Record<string, unknown>>;

/** Candidate, verification and stored data of the photos. */
export interface PhotoContext {
  candidate: { id: string; agentId: string | null };
  transactionId: string;
  verificationName: string;
  before: Data | undefined;
  findLivePhoto: FindLivePhoto;
}

/**
 * Photos that must be live and are not: their file has no spent nonce of this verification. Agents may give any
 * picture, and stored photos were checked before. Pointers are into the data.
 */
export async function findPhotoErrors(
  db: Queryable,
  { candidate, transactionId, verificationName, before = {}, findLivePhoto }: PhotoContext,
  model: FormModel,
  data: Data,
): Promise<FieldError[]> {
  if (candidate.agentId !== null) return [];
  const photos = listLivePhotos(model, findLivePhoto).flatMap(({ pointer, photo }) => {
    const id = findFileId(getAt(data, photo));
    return id === undefined || getAt(before, photo) === getAt(data, photo) ? [] : [{ pointer, id }];
  });
  if (photos.length === 0) return [];
  const ids = photos.map(({ id }) => id);
  const live = await db
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
  const known = new Set(live.map(({ fileId }) => fileId));
  return photos.filter(({ id }) => !known.has(id)).map(({ pointer }) => fieldError(pointer, "live", "photo-not-live"));
}
