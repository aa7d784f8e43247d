/**
 * `npm run migrate`: migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL, and grants the server's
 * role its rights. So the server itself never knows the owner's password.
 */
import { migrateAsOwner } from "#server/platform/store/migrate.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { resolveSettingFiles } from "#server/platform/settings-files.ts";
import { InvalidArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run migrate

Migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL, and grants the server's role its rights.`;

try {
  const { values } = readArguments({ help: { type: "boolean" } });
  if (values.help) console.log(usage);
  else await migrate();
} catch (error) {
  if (!(error instanceof SettingsError) && !(error instanceof InvalidArguments)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof InvalidArguments ? 2 : 1;
}

async function migrate(): Promise<void> {
  const { DATABASE_OWNER_URL: owner, DATABASE_URL: server } = resolveSettingFiles(process.env);
  if (!owner || !server) throw new SettingsError("DATABASE_OWNER_URL and DATABASE_URL must be set.");
  await migrateAsOwner(owner, server);
  console.log("The database is up to date.");
}
