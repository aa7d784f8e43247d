import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import type { DescribeRunning } from "#server/config/compare/compare-against.ts";
import { compileRelease } from "#server/config/compile/compile-release.ts";
import { findSqlState, openExistingStore } from "#server/platform/store/database.ts";
import { countRunningTransactions, type RunningCount } from "#server/wallet/releases/count-running.ts";

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

/** An address as it is; a folder as an absolute path. */
const toPlace = (database: string): string =>
  /^postgres(ql)?:\/\//.test(database) ? database : path.resolve(database);

/**
 * Tries definitions on the running transactions of a database, which is only read. Returns lines about each request
 * that has some.
 */
export async function describeRunningTransactions(
  database: string,
  sources: readonly SourceDefinition[],
): Promise<DescribeRunning> {
  // Pages do not run here, so no validator is compiled for them.
  const release = await compileRelease(sources, { metas: await loadMetaSchemas(), compileValidator: async () => "" });
  const { db, close } = await openExistingStore(toPlace(database), log);
  const running = await countRunningTransactions(db, release).catch(explainSchemaError).finally(close);
  return (orgId, formId) =>
    running.filter((one) => one.orgId === orgId && one.formId === formId).flatMap((one) => toLines(one));
}

/** SQLSTATE of an unknown column or table. */
const schemaErrors: ReadonlySet<string> = new Set(["42703", "42P01"]);

/** The command migrates nothing, so it does not fit the database of another release. */
function explainSchemaError(error: unknown): never {
  if (!schemaErrors.has(findSqlState(error) ?? "")) throw error;
  throw new Error("The database is from another release of the server: run the check of that release.", {
    cause: error,
  });
}

const toLines = ({ open, submitted }: RunningCount): string[] => [
  ...[...open].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${count} running: ${outcome}`),
  ...(submitted > 0 ? [`${submitted} with the verifier: keep their definitions`] : []),
];
