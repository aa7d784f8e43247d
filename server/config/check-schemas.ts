import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { AllowedIssue } from "#engine/authoring/check/allowances.ts";
import { checkDefinitions, checkShapes } from "#engine/authoring/check/run.ts";
import { orderBySeverity } from "#engine/authoring/check/severity.ts";
import type { Issue } from "#engine/core/base/issue.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { appRoot } from "#server/root.ts";
import { loadServedValues } from "./served-values.ts";
import type { ValidationCache } from "./validation-cache.ts";
import { checkPatterns } from "./patterns/check-patterns.ts";
import { locate, readDefinitions, type SourceFile } from "./read-definitions.ts";

/** Line and column in the file, from 1. */
interface Position {
  line: number;
  column: number;
}
/** An issue with its position in the file. */
export type LocatedIssue = Issue & Position;

/**
 * The definitions of a folder and their faults. `allowed` holds the findings that their authors allow with a reason.
 */
export interface CheckedSchemas {
  sources: SourceDefinition[];
  issues: LocatedIssue[];
  allowed: (AllowedIssue & Position)[];
  metas: MetaSchemas;
  /** Every file was readable and well-shaped, so `sources` is complete. */
  isComplete: boolean;
}

let loaded: Promise<MetaSchemas> | undefined;
/** The generated meta-schemas. They belong to the program, not to the checked folder. */
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

/** The allowed findings of a folder without faults. */
export type Allowed = CheckedSchemas["allowed"];

/**
 * Reads a schemas folder and checks it: JSON, shape, then the relations between definitions. Skips the checks for a
 * folder in the cache.
 */
export async function checkSchemas(folder: string, cache?: ValidationCache<Allowed>): Promise<CheckedSchemas> {
  const metas = await loadMetaSchemas();
  const { files, issues } = await readDefinitions(folder);
  const allowed = issues.length === 0 ? await cache?.find(files) : undefined;
  if (allowed) return { sources: toSources(files), metas, isComplete: true, issues: [], allowed };
  const checked = await checkFiles(folder, files, issues, metas);
  if (checked.issues.length === 0) await cache?.store(files, checked.allowed);
  return checked;
}

const toSources = (files: readonly SourceFile[]): SourceDefinition[] =>
  files.map(({ path, document }) => ({ path, document: document as AnyDefinition }));

async function checkFiles(
  folder: string,
  files: readonly SourceFile[],
  readIssues: readonly Issue[],
  metas: MetaSchemas,
): Promise<CheckedSchemas> {
  const issues = [...readIssues];
  const { sources, issues: shapeIssues } = checkShapes(files, metas);
  issues.push(...shapeIssues);
  if (issues.length === 0 && sources.length === 0)
    issues.push({ document: "", pointer: "", code: "schemas/empty", message: `${folder} contains no definitions` });
  const leftOut = [...new Set(issues.map(({ document }) => document))];
  const isComplete = issues.length === 0;
  const served = await loadServedValues();
  const [patternIssues, found] = await Promise.all([
    checkPatterns(sources, metas), // in a worker, in parallel with the checks of this thread
    (async () => checkDefinitions(sources, { metas, unreadable: leftOut, ...served }))(),
  ]);
  issues.push(...patternIssues, ...found.issues);
  return {
    sources,
    metas,
    isComplete,
    issues: addPositions(orderBySeverity(issues), files),
    allowed: addPositions(found.allowed, files),
  };
}

function addPositions<I extends Issue>(issues: readonly I[], files: readonly SourceFile[]): (I & Position)[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return issues.map((issue) => ({ ...issue, ...locate(byPath.get(issue.document), issue.pointer) }));
}

/** One line per issue, which editors and people can follow. */
export const toIssueLine = (issue: LocatedIssue): string =>
  `${issue.document}:${issue.line}:${issue.column} ${issue.pointer || "/"} ${issue.code}: ${issue.message.replaceAll("\n", "\\n")}`;
