/**
 * `npm run ledger`: whether what happened stands as it was written, and its old months into a file. Ends with 0, with 1
 * when something was rewritten or could not be done, with 2 when the command itself was not understood.
 */
import path from "node:path";
import { NoDatabase, openAsItIs, transact } from "#server/platform/store/database.ts";
import { canRewriteLedgers, checkLedger, type Link } from "#server/platform/store/ledger.ts";
import { CannotArchive } from "#server/platform/store/ledger-archive.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { withFiles } from "#server/platform/settings-files.ts";
import { appRoot } from "#server/root.ts";
import { archiveTo, checkLedgerFile } from "./ledger-file.ts";
import { BadArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run ledger [-- --since <link>:<hash>]
       npm run ledger -- --archive FILE --before <year>-<month>
       npm run ledger -- --read FILE [--since <link>:<hash>]

Checks moves of transactions, the audit log and the orders' history of DATABASE_URL, or of the embedded database of
DATA_DIR, whose server must not run meanwhile. The last line names the end of the chain: noted outside and given as
--since later, it proves that nothing before it was written anew, not even all of it.

--archive checks, writes what happened before a month into a new file and drops the tables of those months, as the role of
DATABASE_OWNER_URL where there is one. The last twelve months stay. The chain goes on behind the file, and the audit log says
where; candidates no longer read when an archived move was. --read checks such a file, without a database.`;

const told = (reason: string) => console.error(reason);
const log = { info: told, warn: told, error: told, debug: () => undefined };

try {
  await run();
} catch (error) {
  const isSaid =
    error instanceof BadArguments ||
    error instanceof DataDirectoryInUse ||
    error instanceof NoDatabase ||
    error instanceof CannotArchive ||
    ["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
  if (!isSaid) throw error;
  console.error(error instanceof BadArguments ? `${error.message}\n\n${usage}` : (error as Error).message);
  process.exitCode = error instanceof BadArguments ? 2 : 1;
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = readArguments({ since: text, archive: text, before: text, read: text, help: { type: "boolean" } });
  const known = values.since === undefined ? undefined : readLink(values.since);
  if (values.help) console.log(usage);
  else if (values.archive !== undefined) await archive(path.resolve(values.archive), readMonth(values.before));
  else if (values.before !== undefined) throw new BadArguments("--before goes with --archive FILE.");
  else if (values.read !== undefined) await read(path.resolve(values.read), known);
  else await tell(known);
}

async function tell(known: Link | undefined): Promise<void> {
  const { DATABASE_URL } = withFiles(process.env);
  const { db, close } = await openAsItIs(findPlace(), log);
  try {
    const report = await transact(db, (tx) => checkLedger(tx, known));
    tellFaults(report.faults, `${report.rows} rows stand as they were written.`);
    if (report.archived)
      console.log(`What was before ${report.archived.before} is in an archive, up to ${toText(report.archived)}`);
    if (DATABASE_URL && (await canRewriteLedgers(db)))
      console.log("The role of DATABASE_URL could rewrite them: DATABASE_OWNER_URL gives them to another.");
    if (report.head) console.log(toText(report.head));
  } finally {
    await close();
  }
}

async function archive(file: string, before: string): Promise<void> {
  const { db, close } = await openAsItIs(withFiles(process.env).DATABASE_OWNER_URL || findPlace(), log);
  try {
    const archived = await archiveTo(db, file, before);
    if (!archived) return console.log(`Nothing is from before ${before}.`);
    console.log(`What was before ${before} is in ${file}, up to`);
    console.log(toText(archived));
  } finally {
    await close();
  }
}

async function read(file: string, known: Link | undefined): Promise<void> {
  const { rows, after, head, faults } = await checkLedgerFile(file, known);
  tellFaults(faults, `${rows} rows stand as they were written.`);
  if (after.seq > 0) console.log(`It goes on from ${toText(after)}`);
  console.log(toText(head));
}

function tellFaults(faults: readonly string[], praise: string): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(praise);
}

function findPlace(): string {
  const { DATABASE_URL, DATA_DIR } = withFiles(process.env);
  return DATABASE_URL || path.resolve(appRoot, DATA_DIR ?? ".data");
}

function toText({ seq, hash }: Link): string {
  return `${seq}:${hash}`;
}

function readLink(text: string): Link {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new BadArguments("--since needs <link>:<hash>, as the last line has it.");
  return { seq: Number(seq), hash };
}

function readMonth(text: string | undefined): string {
  if (text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new BadArguments("--archive needs --before <year>-<month>, as 2025-04.");
}
