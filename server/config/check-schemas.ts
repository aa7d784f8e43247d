import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { toArgumentNames } from "#engine/api/argument-names.ts";
import { operations, type OperationId } from "#engine/api/operations.ts";
import { checkDocuments, checkShape } from "#engine/check/check-all.ts";
import type { SourceDocument } from "#engine/check/context.ts";
import type { Issue } from "#engine/documents/issue.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { appRoot } from "#server/root.ts";
import { locate, readDocuments, type SourceFile } from "./read-documents.ts";

/** An issue with its place in the file, counted from 1. */
export interface PlacedIssue extends Issue { line: number; column: number }
/** What was read, and what is wrong with it. Nothing is wrong when `issues` is empty. */
export interface CheckedSchemas { sources: SourceDocument[]; issues: PlacedIssue[]; metas: MetaSchemas }

const argumentNames = new Map(Object.keys(operations).map((id) => [id, toArgumentNames(id as OperationId)]));

let loaded: Promise<MetaSchemas> | undefined;
/** The generated meta-schemas, which belong to the program and not to a schemas folder. */
export function loadMetaSchemas(): Promise<MetaSchemas> {
  loaded ??= (async () => {
    const folder = path.join(appRoot, "schemas/meta");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, JSON.parse(await readFile(path.join(folder, name), "utf8"))] as const)));
  })();
  return loaded;
}

const validators = new WeakMap<MetaSchemas, Ajv>();
function validatorOf(metas: MetaSchemas, kind: string): ValidateFunction {
  let ajv = validators.get(metas);
  if (!ajv) {
    ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateSchema: false });
    for (const schema of Object.values(metas)) ajv.addSchema(schema);
    validators.set(metas, ajv);
  }
  const validate = ajv.getSchema(`${kind}.schema.json`);
  if (!validate) throw new Error(`schemas/meta holds no ${kind}.schema.json; run npm run meta.`);
  return validate;
}

/** Reads a schemas folder and checks all of it: JSON, shape, then what the documents say of each other. */
export async function checkSchemas(folder: string): Promise<CheckedSchemas> {
  const metas = await loadMetaSchemas();
  const { files, issues } = await readDocuments(folder);
  const sources: SourceDocument[] = [];
  for (const file of files) {
    if (file.document === undefined) continue;
    const found = checkShape(file.path, file.document, (kind, document) => {
      const validate = validatorOf(metas, kind);
      return validate(document) ? [] : (validate.errors ?? []);
    });
    issues.push(...found);
    if (found.length === 0) sources.push({ path: file.path, document: file.document as AnyDocument });
  }
  if (issues.length === 0 && sources.length === 0) issues.push({ document: "", pointer: "", code: "empty", message: `${folder} holds no documents` });
  if (issues.length === 0) {
    const organisations = new Set(sources.filter(({ document }) => document.kind === "organisation").map(({ document }) => document.id));
    issues.push(...checkDocuments(sources, { metas, operations: argumentNames, organisations }));
  }
  return { sources, metas, issues: place(issues, files) };
}

function place(issues: readonly Issue[], files: readonly SourceFile[]): PlacedIssue[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return issues.map((issue) => ({ ...issue, ...locate(byPath.get(issue.document), issue.pointer) }));
}

/** One line per issue, as an editor and a person can follow it. */
export const toLine = (issue: PlacedIssue): string => `${issue.document}:${issue.line}:${issue.column} ${issue.pointer || "/"} ${issue.code}: ${issue.message}`;
