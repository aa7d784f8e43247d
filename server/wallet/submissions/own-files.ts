import { and, eq, inArray } from "drizzle-orm";
import { leafPaths } from "./leaf-paths.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import { refusedField, type FieldError } from "#server/errors.ts";
import { findFileId } from "#server/files/storage/file-url.ts";
import { findUnclean } from "#server/files/scanning/unclean.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";

/**
 * Fields of form data whose file is not the candidate's own, not of a type the field takes, or not clean: infected, or
 * still with the scanner. A stranger's file reads as one that does not exist. Pointers are into the data.
 */
export async function findFileErrors(
  db: Queryable,
  candidateId: string,
  model: FormModel,
  data: Record<string, unknown>,
): Promise<FieldError[]> {
  const given = leafPaths(data).flatMap(({ pointer, value }) => {
    const id = findFileId(value);
    return id === undefined ? [] : [{ pointer, id }];
  });
  if (given.length === 0) return [];
  const ids = [...new Set(given.map((file) => file.id))];
  const own = await db
    .select({ id: files.id, contentType: files.contentType, scan: files.scan })
    .from(files)
    .where(and(eq(files.candidateId, candidateId), inArray(files.id, ids)));
  return given.flatMap(({ pointer, id }): FieldError[] => {
    const file = own.find((row) => row.id === id);
    if (!file) return [refusedField(pointer, "file", "file-not-found")];
    const unclean = findUnclean(file.scan);
    if (unclean) return [refusedField(pointer, "file", unclean)];
    const accept = model.byPointer.get(pointer)?.field.accept;
    return accept && !accept.includes(file.contentType)
      ? [refusedField(pointer, "accept", "file-type", { list: toNames(accept) })]
      : [];
  });
}

/** 'application/pdf' and the like as a person reads them. */
function toNames(types: readonly string[]): string {
  return [...new Set(types.map((type) => type.slice(type.indexOf("/") + 1)))].join(", ");
}
