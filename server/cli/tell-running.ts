import path from "node:path";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import type { TellMore } from "#server/config/compare/compare-against.ts";
import { compileRelease } from "#server/config/compile/compile-release.ts";
import { openAsItIs } from "#server/platform/store/database.ts";
import { countRunning, type Running } from "#server/wallet/releases/running.ts";

const told = (reason: string) => console.error(reason);
const log = { info: told, warn: told, error: told, debug: () => undefined };

/** An address of a server as it is; a folder as it lies from here. */
const toPlace = (database: string): string =>
  /^postgres(ql)?:\/\//.test(database) ? database : path.resolve(database);

/** Tries documents on the transactions of a database, which is only read: lines on each request that has some. */
export async function tellRunning(database: string, sources: readonly SourceDocument[]): Promise<TellMore> {
  // What a page would run is not asked for: no validator is compiled for it.
  const release = await compileRelease(sources, { metas: await loadMetaSchemas(), compileValidator: async () => "" });
  const { db, close } = await openAsItIs(toPlace(database), log);
  const running = await countRunning(db, release).finally(close);
  return (orgId, formId) =>
    running.filter((one) => one.orgId === orgId && one.formId === formId).flatMap((one) => toLines(one));
}

const toLines = ({ open, submitted }: Running): string[] => [
  ...[...open].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${count} in the middle: ${outcome}`),
  ...(submitted > 0 ? [`${submitted} with the verifier: keep the documents they have`] : []),
];
