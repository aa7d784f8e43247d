import path from "node:path";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings, SettingsError, type Settings } from "#server/platform/settings.ts";
import { NoDatabase, openExistingStore, openStore } from "#server/platform/store/database.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { createStorage } from "#server/ports/ports.ts";
import { CannotRestore } from "./read.ts";
import type { Installation } from "./write.ts";

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

/** Opens the installation of the environment. `isNew` migrates its database first. */
export async function withInstallation(
  isNew: boolean,
  run: (installation: Installation) => Promise<void>,
): Promise<void> {
  const settings = loadSettings(process.env, readCredentials);
  if (isNew) await (await openStore(settings, log)).close();
  const { db, close } = await openExistingStore(toPlace(settings), log);
  try {
    await run({ db, storage: createStorage(settings), dataDir: settings.dataDir });
  } finally {
    await close();
  }
}

/** Only the owner of the tables may restore rows into the ledgers. */
const toPlace = ({ databaseOwnerUrl, databaseUrl, dataDir }: Settings) => databaseOwnerUrl ?? databaseUrl ?? dataDir;

/** Runs a command with a file as its only argument. Exit code 1 when it fails, 2 for wrong arguments. */
export async function runWithFile(usage: string, run: (file: string) => Promise<void>): Promise<void> {
  const [file, ...more] = process.argv.slice(2);
  if (file === "--help") return console.log(usage);
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  try {
    await run(path.resolve(file));
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CannotRestore ||
  error instanceof SettingsError ||
  error instanceof DataDirectoryInUse ||
  error instanceof NoDatabase ||
  (error as NodeJS.ErrnoException).code === "ENOENT";
