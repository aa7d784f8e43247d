import { inArray } from "drizzle-orm";
import type { SubmittedDocument, VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { findFileId, toFileUrl } from "#server/files/storage/file-access.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { english } from "../transactions/english-text.ts";
import type { LoadedTransaction } from "../transactions/load.ts";
import { findForm } from "./form-validation.ts";
import { listLeafValues } from "#engine/core/base/json-pointer.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { toCurrentDefinitions } from "../transactions/pinned-definitions.ts";

/** Adds the uploaded documents of each submission, with field, name and size. */
export async function withUploadedDocuments(
  db: Queryable,
  info: VerificationInfo,
  loaded: LoadedTransaction,
): Promise<VerificationInfo> {
  const model = findForm(loaded.definitions, loaded.definitions.verification(info.name))?.model;
  const known = await readFiles(
    db,
    info.responseList.flatMap(({ data }) => listLeafValues(data).flatMap(({ value }) => findFileId(value) ?? [])),
  );
  const responseList = info.responseList.map((response) => ({
    ...response,
    fileList: toDocuments(response.data, model, known),
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

/** The uploaded documents of a submission in the order of the form. */
function toDocuments(
  data: Record<string, unknown>,
  model: FormModel | undefined,
  known: ReadonlyMap<string, KnownFile>,
): SubmittedDocument[] {
  const fields = model?.fields ?? [];
  const documents = listLeafValues(data).flatMap(({ pointer, value }) => {
    const file = known.get(findFileId(value) ?? "");
    if (!file) return [];
    const position = fields.findIndex((field) => isWithin(pointer, [field.pointer]));
    const { id, fileName, sizeBytes, contentType } = file;
    const label = english(fields[position]?.field.label ?? pointer.slice(1));
    return [
      { position, document: { at: pointer, label, fileUrl: toFileUrl(id), fileName, sizeBytes, type: contentType } },
    ];
  });
  return documents.sort((a, b) => a.position - b.position).map(({ document }) => document);
}

/** The field that an upload is for, if the client names it. */
export interface UploadPurpose {
  verificationName?: string;
  fieldName?: string;
}

/** Returns whether OCR reads uploads for this field: its definition must have `shows`. */
export function isFieldOcrRead(config: ConfigReader, { verificationName, fieldName }: UploadPurpose): boolean {
  if (verificationName === undefined || fieldName === undefined) return false;
  const release = config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  const definitions = organisation && toCurrentDefinitions(release, organisation);
  const form = definitions?.form(definitions.verification(verificationName)?.form ?? "");
  return (form && organisation?.formModel(form.id)?.byPointer.get(`/${fieldName}`)?.field.shows) !== undefined;
}
