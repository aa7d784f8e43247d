import { and, eq, inArray } from "drizzle-orm";
import { leafPaths } from "./leaf-paths.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { FieldError } from "../errors.ts";
import { findFileId } from "../files/file-url.ts";
import type { Queryable } from "../store/database.ts";
import { files } from "../store/tables/files.ts";

/**
 * Fields of form data whose file is not the candidate's own, or not of a type the field takes. A stranger's file reads
 * as one that does not exist. Pointers are into the data.
 */
export async function findFileErrors(db: Queryable, candidateId: string, model: FormModel, data: Record<string, unknown>): Promise<FieldError[]> {
  const given = leafPaths(data).flatMap(({ pointer, value }) => {
    const id = findFileId(value);
    return id === undefined ? [] : [{ pointer, id }];
  });
  if (given.length === 0) return [];
  const ids = [...new Set(given.map((file) => file.id))];
  const own = await db.select({ id: files.id, contentType: files.contentType }).from(files).where(and(eq(files.candidateId, candidateId), inArray(files.id, ids)));
  return given.flatMap(({ pointer, id }): FieldError[] => {
    const file = own.find((row) => row.id === id);
    if (!file) return [{ pointer, keyword: "file", message: "File not found" }];
    const accept = model.byPointer.get(pointer)?.field.accept;
    return accept && !accept.includes(file.contentType) ? [{ pointer, keyword: "accept", message: `Please upload a file of type: ${toNames(accept)}` }] : [];
  });
}

/** 'application/pdf' and the like as a person reads them. */
function toNames(types: readonly string[]): string {
  return [...new Set(types.map((type) => type.slice(type.indexOf("/") + 1)))].join(", ");
}
