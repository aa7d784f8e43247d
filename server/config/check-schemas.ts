import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { AllowedIssue } from "#engine/check/allowances.ts";
import { checkDocuments, judgeShapes } from "#engine/check/run.ts";
import type { Issue } from "#engine/base/issue.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { appRoot } from "#server/root.ts";
import type { FoundWhole } from "./found-whole.ts";
import { checkPatterns } from "./patterns/check-patterns.ts";
import { locate, readDocuments, type SourceFile } from "./read-documents.ts";

/** Line and column in the file, counted from 1. */
interface Place {
  line: number;
  column: number;
}
/** An issue with its place in the file. */
export type PlacedIssue = Issue & Place;

/** What was read, and what is wrong with it. Nothing is wrong when `issues` is empty; `allowed` stands with a reason. */
export interface CheckedSchemas {
  sources: SourceDocument[];
  issues: PlacedIssue[];
  allowed: (AllowedIssue & Place)[];
  metas: MetaSchemas;
  /** Every file could be read and has a good shape: `sources` are all documents. */
  isWhole: boolean;
}

let loaded: Promise<MetaSchemas> | undefined;
/** The generated meta-schemas, which belong to the program and not to a schemas folder. */
export function loadMetaSchemas(): Promise<MetaSchemas> {
  loaded ??= (async () => {
    const folder = path.join(appRoot, "schemas/meta");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, JSON.parse(await readFile(path.join(folder, name), "utf8"))] as const),
      ),
    );
  })();
  return loaded;
}

/** What stands with a reason in documents with which nothing is wrong. */
export type Allowed = CheckedSchemas["allowed"];

/**
 * Reads a schemas folder and checks all of it: JSON, shape, then what the documents say of each other. What `before` knows
 * to be whole is read only.
 */
export async function checkSchemas(folder: string, before?: FoundWhole<Allowed>): Promise<CheckedSchemas> {
  const metas = await loadMetaSchemas();
  const { files, issues } = await readDocuments(folder);
  const allowed = issues.length === 0 ? await before?.find(files) : undefined;
  if (allowed) return { sources: toSources(files), metas, isWhole: true, issues: [], allowed };
  const checked = await judgeFiles(folder, files, issues, metas);
  if (checked.issues.length === 0) await before?.note(files, checked.allowed);
  return checked;
}

const toSources = (files: readonly SourceFile[]): SourceDocument[] =>
  files.map(({ path, document }) => ({ path, document: document as AnyDocument }));

async function judgeFiles(
  folder: string,
  files: readonly SourceFile[],
  unread: readonly Issue[],
  metas: MetaSchemas,
): Promise<CheckedSchemas> {
  const issues = [...unread];
  const { sources, issues: misshapen } = judgeShapes(files, metas);
  issues.push(...misshapen);
  if (issues.length === 0 && sources.length === 0)
    issues.push({ document: "", pointer: "", code: "empty", message: `${folder} holds no documents` });
  const leftOut = [...new Set(issues.map(({ document }) => document))];
  const isWhole = issues.length === 0;
  const [refused, found] = await Promise.all([
    checkPatterns(sources, metas), // in a worker, while this thread goes through the documents
    (async () => checkDocuments(sources, { metas, leftOut }))(),
  ]);
  issues.push(...refused, ...found.issues);
  return { sources, metas, isWhole, issues: place(issues, files), allowed: place(found.allowed, files) };
}

function place<I extends Issue>(issues: readonly I[], files: readonly SourceFile[]): (I & Place)[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return issues.map((issue) => ({ ...issue, ...locate(byPath.get(issue.document), issue.pointer) }));
}

/** One line per issue, as an editor and a person can follow it. */
export const toLine = (issue: PlacedIssue): string =>
  `${issue.document}:${issue.line}:${issue.column} ${issue.pointer || "/"} ${issue.code}: ${issue.message.replaceAll("\n", "\\n")}`;
