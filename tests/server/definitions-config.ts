import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { compileRelease } from "#server/config/compile/compile-release.ts";
import type { Release } from "#server/config/release.ts";
import { readDefinitions, type SourceFile } from "#server/config/read-definitions.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";

let compiled: Promise<Release> | undefined;

/** The release of the repository's definitions, without browser validators: the server has its own. */
export async function definitionsConfig(change?: (document: AnyDefinition) => AnyDefinition): Promise<ConfigReader> {
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
    withTransactionDocuments: async () => current(),
    status: () => ({ release: current().id, checkedAt: new Date(0).toISOString(), ok: true, issues: [] }),
    preview: () => Promise.reject(new Error("not here")),
    reload: async () => undefined,
    close: () => undefined,
  };
}

/** Retries while a blocked disk makes reads time out: without a definition its tests would get 'not found'. */
async function readAll(): Promise<SourceFile[]> {
  for (let turn = 1; ; turn += 1) {
    const { files, issues } = await readDefinitions(path.join(appRoot, "schemas"));
    if (issues.length === 0) return files;
    if (turn === 5) throw new Error(issues.map(({ document, message }) => `${document}: ${message}`).join("\n"));
  }
}

/** A release of the repository's definitions with the test's changes and additions. */
export async function compile(
  change: (document: AnyDefinition) => AnyDefinition,
  more: readonly SourceDefinition[] = [],
): Promise<Release> {
  const files = await readAll();
  const sources = files.flatMap((file) =>
    file.document === undefined
      ? []
      : [{ path: file.path, document: change(structuredClone(file.document) as AnyDefinition) }],
  );
  return compileSources([...sources, ...more]);
}

async function compileSources(sources: readonly SourceDefinition[]): Promise<Release> {
  return compileRelease(sources, { metas: await loadMetaSchemas(), compileValidator: async () => "" });
}
