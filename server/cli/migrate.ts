/**
 * `npm run migrate`: migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL, and grants the server's
 * role its rights. So the server itself never knows the owner's password.
 */
import { migrateAsOwner } from "#server/platform/store/migrate.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { resolveSettingFiles } from "#server/platform/settings-files.ts";

try {
  const { DATABASE_OWNER_URL: owner, DATABASE_URL: server } = resolveSettingFiles(process.env);
  if (!owner || !server) throw new SettingsError("DATABASE_OWNER_URL and DATABASE_URL must be set.");
  await migrateAsOwner(owner, server);
  console.log("The database is up to date.");
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
