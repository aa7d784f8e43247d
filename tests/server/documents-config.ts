import path from "node:path";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { compileRelease } from "#server/config/compile/compile-release.ts";
import type { Release } from "#server/config/release.ts";
import { readDocuments, type SourceFile } from "#server/config/read-documents.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";

let compiled: Promise<Release> | undefined;

/** The release of the repository's own documents, without browser validators: the server judges with its own. */
export async function documentsConfig(change?: (document: AnyDocument) => AnyDocument): Promise<ConfigReader> {
  const release = change ? await compile(change) : await (compiled ??= compile((document) => document));
  return toReader(() => release);
}

/** A reader whose release the test may change. */
export function toReader(current: () => Release): ConfigReader {
  return {
    current,
    organisation: (orgId: string) => current().organisations.get(orgId),
    compile: (sources) => compileSources(sources),
    isLastGood: () => false,
    withPinned: async () => current(),
    status: () => ({ release: current().id, checkedAt: new Date(0).toISOString(), ok: true, issues: [] }),
    rehearse: () => Promise.reject(new Error("not here")),
    reload: async () => undefined,
    close: () => undefined,
  };
}

/** A disk that stands still for seconds keeps files from being read; whoever has none of them would say 'not found' of everything. */
async function readAll(): Promise<SourceFile[]> {
  for (let turn = 1; ; turn += 1) {
    const { files, issues } = await readDocuments(path.join(appRoot, "schemas"));
    if (issues.length === 0) return files;
    if (turn === 5) throw new Error(issues.map(({ document, message }) => `${document}: ${message}`).join("\n"));
  }
}

/** The repository's documents, each changed by the test, and what it adds to them, as a release. */
export async function compile(
  change: (document: AnyDocument) => AnyDocument,
  more: readonly SourceDocument[] = [],
): Promise<Release> {
  const files = await readAll();
  const sources = files.flatMap((file) =>
    file.document === undefined
      ? []
      : [{ path: file.path, document: change(structuredClone(file.document) as AnyDocument) }],
  );
  return compileSources([...sources, ...more]);
}

async function compileSources(sources: readonly SourceDocument[]): Promise<Release> {
  return compileRelease(sources, { metas: await loadMetaSchemas(), compileValidator: async () => "" });
}
