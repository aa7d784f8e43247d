import path from "node:path";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings, SettingsError, type Settings } from "#server/platform/settings.ts";
import { NoDatabase, openExistingStore, openStore } from "#server/platform/store/database.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { createStorage } from "#server/ports/ports.ts";
import { InvalidArguments, readArguments } from "../read-arguments.ts";
import type { MacKey } from "./mac.ts";
import { listMacKeys } from "./mac-keys.ts";
import { CannotRestore } from "./verify.ts";
import type { Installation } from "./write.ts";

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

/** Opens the installation of the environment. `isNew` migrates its database first. */
export async function withInstallation(
  isNew: boolean,
  run: (installation: Installation, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = loadSettings(process.env, readCredentials);
  if (isNew) await (await openStore(settings, log)).close();
  const { db, close } = await openExistingStore(toPlace(settings), log);
  try {
    await run({ db, storage: createStorage(settings), dataDir: settings.dataDir }, settings);
  } finally {
    await close();
  }
}

/** The keys of the environment's installation, which need not exist yet. Writes nothing. */
export async function readMacKeys(): Promise<MacKey[]> {
  const settings = loadSettings(process.env, readCredentials);
  if (settings.secrets.SEAL_SECRET || !settings.sandbox) return listMacKeys(settings, undefined);
  try {
    const { db, close } = await openExistingStore(toPlace(settings), log);
    return await listMacKeys(settings, db).finally(close);
  } catch (error) {
    if (error instanceof NoDatabase) return [];
    throw error;
  }
}

/** Only the owner of the tables may restore rows into the ledgers. */
const toPlace = ({ databaseOwnerUrl, databaseUrl, dataDir }: Settings) => databaseOwnerUrl ?? databaseUrl ?? dataDir;

/** Runs a command on a file. Exit code 1 when it fails, 2 for wrong arguments. */
export async function runWithFile(
  usage: string,
  flags: readonly string[],
  run: (file: string, given: (flag: string) => boolean) => Promise<void>,
): Promise<void> {
  try {
    const options = Object.fromEntries([...flags, "help"].map((name) => [name, { type: "boolean" } as const]));
    const { values, positionals } = readArguments(options);
    if (values["help"]) return console.log(usage);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new InvalidArguments("Name one file.");
    await run(path.resolve(file), (flag) => values[flag] === true);
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isUsage = error instanceof InvalidArguments;
    console.error(isUsage ? `${error.message}\n\n${usage}` : error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof InvalidArguments ||
  error instanceof CannotRestore ||
  error instanceof SettingsError ||
  error instanceof DataDirectoryInUse ||
  error instanceof NoDatabase ||
  (error as NodeJS.ErrnoException).code === "ENOENT";
