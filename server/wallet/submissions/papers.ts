import { inArray } from "drizzle-orm";
import type { Paper, VerificationInfo } from "#engine/api/verifications.ts";
import { isWithin, type FormModel } from "#engine/form/form-model.ts";
import { findFileId, toFileUrl } from "#server/files/storage/file-url.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { english } from "../transactions/labels.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";
import { findForm } from "./form-check.ts";
import { leafPaths } from "./leaf-paths.ts";

/** The papers of each submission, by their field, name and size. */
export async function withPapers(
  db: Queryable,
  info: VerificationInfo,
  loaded: LoadedTransaction,
): Promise<VerificationInfo> {
  const model = findForm(loaded.documents, loaded.documents.verification(info.name))?.model;
  const known = await readFiles(
    db,
    info.responseList.flatMap(({ data }) => leafPaths(data).flatMap(({ value }) => findFileId(value) ?? [])),
  );
  const responseList = info.responseList.map((response) => ({
    ...response,
    fileList: toPapers(response.data, model, known),
  }));
  return { ...info, responseList };
}

type KnownFile = Pick<typeof files.$inferSelect, "id" | "fileName" | "sizeBytes" | "contentType">;

async function readFiles(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, KnownFile>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, fileName: files.fileName, sizeBytes: files.sizeBytes, contentType: files.contentType })
    .from(files)
    .where(inArray(files.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The papers of a submission in the order of the form. */
function toPapers(
  data: Record<string, unknown>,
  model: FormModel | undefined,
  known: ReadonlyMap<string, KnownFile>,
): Paper[] {
  const fields = model?.fields ?? [];
  const papers = leafPaths(data).flatMap(({ pointer, value }) => {
    const file = known.get(findFileId(value) ?? "");
    if (!file) return [];
    const place = fields.findIndex((field) => isWithin(pointer, [field.pointer]));
    const { id, fileName, sizeBytes, contentType } = file;
    const label = english(fields[place]?.field.label ?? pointer.slice(1));
    return [{ place, paper: { at: pointer, label, fileUrl: toFileUrl(id), fileName, sizeBytes, type: contentType } }];
  });
  return papers.sort((a, b) => a.place - b.place).map(({ paper }) => paper);
}
