/** `npm run import -- institutes|boards|pincodes FILE`: loads a CSV file into the database of the settings. Stop the server first when the database is the embedded one. */
import { readFile } from "node:fs/promises";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { readCsv } from "#server/reference/lists/csv.ts";
import { imports } from "#server/reference/lists/imports.ts";
import { createStartLog } from "#server/api/request-log.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { openStore, transact } from "#server/platform/store/database.ts";

const [kind = "", file] = process.argv.slice(2);
const load = Object.hasOwn(imports, kind) ? imports[kind] : undefined;
if (!load || file === undefined) {
  console.error(`npm run import -- ${Object.keys(imports).join("|")} FILE`);
  process.exit(1);
}
const settings = loadSettings(process.env, readCredentials);
const rows = readCsv(await readFile(file, "utf8"));
const store = await openStore(settings, createStartLog(settings));
try {
  const count = await transact(store.db, (tx) => load(tx, rows));
  console.log(`${count} ${kind} from ${file}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await store.close();
}
