/**
 * `npm run retained -- ORDER`: prints what tax law asks for about a paid order of a deleted candidate. The audit log
 * records that. Exit code 0, 1 when nothing is kept, 2 for wrong arguments.
 */
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { loadSecrets } from "#server/platform/secrets.ts";
import { loadSettings, SettingsError } from "#server/platform/settings.ts";
import { NoDatabase, openExistingStore } from "#server/platform/store/database.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { openRetainedOrder } from "#server/support/deletions/erase-orders.ts";
import { InvalidArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run retained -- ORDER

Prints buyer and items of a paid order whose candidate's data was deleted, until the time of catalogues/retention is
over. It reads the settings of the environment, and DATABASE_URL, or the embedded database of DATA_DIR, whose server must
be stopped.`;

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

try {
  await run();
} catch (error) {
  const isExpected = [InvalidArguments, SettingsError, DataDirectoryInUse, NoDatabase].some(
    (Kind) => error instanceof Kind,
  );
  if (!isExpected) throw error;
  console.error(error instanceof InvalidArguments ? `${error.message}\n\n${usage}` : (error as Error).message);
  process.exitCode = error instanceof InvalidArguments ? 2 : 1;
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments({ help: { type: "boolean" } });
  if (values.help) return console.log(usage);
  const [orderId, ...rest] = positionals;
  if (orderId === undefined || rest.length > 0) throw new InvalidArguments("Name one order.");
  const settings = loadSettings(process.env, readCredentials);
  const { db, pool, close } = await openExistingStore(settings.databaseUrl ?? settings.dataDir, log);
  try {
    const found = await openRetainedOrder(await loadSecrets(pool, settings), db, orderId);
    if (!found) {
      process.exitCode = 1;
      return console.error(`Nothing is kept about the order ${orderId}.`);
    }
    await writeAudit(db, "retained-order-read", null, { orderId });
    console.log(JSON.stringify(found, null, 2));
  } finally {
    await close();
  }
}
