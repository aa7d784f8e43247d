/**
 * `npm run ledger`: checks the hash chain of the ledger, and archives its old months. Exit code 0, 1 for a broken chain
 * or a failure, 2 for wrong arguments.
 */
import { countOf } from "#engine/core/base/count-of.ts";
import path from "node:path";
import { NoDatabase, openExistingStore, transact, type Queryable } from "#server/platform/store/database.ts";
import { canRewriteLedgers, checkLedger, type ChainLink } from "#server/platform/store/ledger.ts";
import { listContentFaults } from "#server/platform/store/ledger-contents.ts";
import { CannotArchive } from "#server/platform/store/ledger-archive.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { loadStorageSettings } from "#server/platform/settings.ts";
import { resolveSettingFiles } from "#server/platform/settings-files.ts";
import { createStorage } from "#server/ports/ports.ts";
import { appRoot } from "#server/root.ts";
import { archiveToFile, checkArchiveFile } from "./ledger-archive-file.ts";
import { checkFiles } from "./ledger-files.ts";
import { InvalidArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run ledger [-- --since <link>:<hash>] [--without-files]
       npm run ledger -- --archive FILE --before <year>-<month>
       npm run ledger -- --read FILE [--since <link>:<hash>]

Checks the ledger (transitions of transactions, audit log, history of orders) of DATABASE_URL, or of the embedded
database of DATA_DIR, whose server must be stopped. Then it compares submissions, names and files with their hashes in the
ledger, and reads every stored file (S3_*, or DATA_DIR), unless --without-files. The last line is the end of the hash chain. Note it elsewhere: as
--since it proves later that nothing before it was rewritten, not even the whole chain.

--archive checks the ledger, writes the months before the given one into a new file and drops their tables, as the role of
DATABASE_OWNER_URL if there is one. The last twelve months stay. The chain continues after the file, and the audit log
records where. Candidates no longer see the dates of archived transitions. --read checks such a file without a database.`;

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

try {
  await run();
} catch (error) {
  const isExpected =
    error instanceof InvalidArguments ||
    error instanceof DataDirectoryInUse ||
    error instanceof NoDatabase ||
    error instanceof CannotArchive ||
    ["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
  if (!isExpected) throw error;
  console.error(error instanceof InvalidArguments ? `${error.message}\n\n${usage}` : (error as Error).message);
  process.exitCode = error instanceof InvalidArguments ? 2 : 1;
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = readArguments({
    since: text,
    archive: text,
    before: text,
    read: text,
    "without-files": flag,
    help: flag,
  });
  const known = values.since === undefined ? undefined : readLink(values.since);
  if (values.help) console.log(usage);
  else if (values.archive !== undefined) await archive(path.resolve(values.archive), readMonth(values.before));
  else if (values.before !== undefined) throw new InvalidArguments("--before needs --archive FILE.");
  else if (values.read !== undefined) await read(path.resolve(values.read), known);
  else await check(known, values["without-files"] !== true);
}

async function check(known: ChainLink | undefined, readsFiles: boolean): Promise<void> {
  const { DATABASE_URL } = resolveSettingFiles(process.env);
  const { db, close } = await openExistingStore(findPlace(), log);
  try {
    const report = await transact(db, (tx) => checkLedger(tx, known));
    printFaults(report.faults, `${countOf(report.rows, "row")} checked; none has changed.`);
    printFaults(
      await transact(db, (tx) => listContentFaults(tx, report.archived?.before)),
      "Submissions and names are what the ledger recorded.",
    );
    if (readsFiles) await compareFiles(db);
    if (report.archived)
      console.log(`Months before ${report.archived.before} are in an archive, up to ${toText(report.archived)}`);
    if (DATABASE_URL && (await canRewriteLedgers(db)))
      console.log(
        "The role of DATABASE_URL could rewrite the ledger: set DATABASE_OWNER_URL to give it to another role.",
      );
    if (report.head) console.log(toText(report.head));
  } finally {
    await close();
  }
}

async function compareFiles(db: Queryable): Promise<void> {
  const { files, faults, unknown } = await checkFiles(db, createStorage(loadStorageSettings(process.env)));
  printFaults(faults, `${countOf(files, "stored file")} checked; none has changed.`);
  for (const id of unknown) console.log(`File ${id} in the storage has no row: the server deletes it.`);
}

async function archive(file: string, before: string): Promise<void> {
  const { db, close } = await openExistingStore(
    resolveSettingFiles(process.env).DATABASE_OWNER_URL || findPlace(),
    log,
  );
  try {
    const archived = await archiveToFile(db, file, before);
    if (!archived) return console.log(`No row is from before ${before}.`);
    console.log(`Months before ${before} are in ${file}, up to`);
    console.log(toText(archived));
  } finally {
    await close();
  }
}

async function read(file: string, known: ChainLink | undefined): Promise<void> {
  const { rows, after, head, faults } = await checkArchiveFile(file, known);
  printFaults(faults, `${countOf(rows, "row")} checked; none has changed.`);
  if (after.seq > 0) console.log(`It continues ${toText(after)}`);
  console.log(toText(head));
}

function printFaults(faults: readonly string[], success: string): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(success);
}

function findPlace(): string {
  const { DATABASE_URL, DATA_DIR } = resolveSettingFiles(process.env);
  return DATABASE_URL || path.resolve(appRoot, DATA_DIR ?? ".data");
}

function toText({ seq, hash }: ChainLink): string {
  return `${seq}:${hash}`;
}

function readLink(text: string): ChainLink {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new InvalidArguments("--since needs <link>:<hash>, as printed in the last line.");
  return { seq: Number(seq), hash };
}

function readMonth(text: string | undefined): string {
  if (text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArguments("--archive needs --before <year>-<month>, for example 2025-04.");
}
