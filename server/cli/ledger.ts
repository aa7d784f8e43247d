/**
 * `npm run ledger`: whether what happened stands as it was written. Ends with 0, with 1 when something was rewritten,
 * with 2 when the command itself was not understood.
 */
import path from "node:path";
import { transact, openAsItIs } from "#server/platform/store/database.ts";
import { canRewriteLedgers, checkLedger, type Link } from "#server/platform/store/ledger.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { withFiles } from "#server/platform/settings-files.ts";
import { appRoot } from "#server/root.ts";
import { BadArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run ledger [-- --since <link>:<hash>]

Checks moves of transactions, the audit log and the orders' history of DATABASE_URL, or of the embedded database of
DATA_DIR, whose server must not run meanwhile. The last line names the end of the chain: noted outside and given as
--since later, it proves that nothing before it was written anew, not even all of it.`;

const told = (reason: string) => console.error(reason);
const log = { info: told, warn: told, error: told, debug: () => undefined };

try {
  const { values } = readArguments({ since: { type: "string" }, help: { type: "boolean" } });
  if (values.help) console.log(usage);
  else await tell(values.since === undefined ? undefined : readLink(values.since));
} catch (error) {
  if (!(error instanceof BadArguments || error instanceof DataDirectoryInUse)) throw error;
  console.error(error instanceof BadArguments ? `${error.message}\n\n${usage}` : error.message);
  process.exitCode = error instanceof BadArguments ? 2 : 1;
}

async function tell(known: Link | undefined): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = withFiles(process.env);
  const { db, close } = await openAsItIs(DATABASE_URL || path.resolve(appRoot, DATA_DIR ?? ".data"), log);
  try {
    const report = await transact(db, (tx) => checkLedger(tx, known));
    for (const fault of report.faults) console.error(fault);
    if (report.faults.length > 0) process.exitCode = 1;
    else console.log(`${report.rows} rows stand as they were written.`);
    if (DATABASE_URL && (await canRewriteLedgers(db)))
      console.log("The role of DATABASE_URL could rewrite them: DATABASE_OWNER_URL gives them to another.");
    if (report.head) console.log(`${report.head.seq}:${report.head.hash}`);
  } finally {
    await close();
  }
}

function readLink(text: string): Link {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new BadArguments("--since needs <link>:<hash>, as the last line has it.");
  return { seq: Number(seq), hash };
}
