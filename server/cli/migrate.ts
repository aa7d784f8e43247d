/**
 * `npm run migrate`: brings the database of DATABASE_URL up to date as the role of DATABASE_OWNER_URL, and gives the
 * server's own role its rights, so that the server itself never has to know the owner's password.
 */
import { bringUpToDateAsOwner } from "#server/platform/store/up-to-date.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { withFiles } from "#server/platform/settings-files.ts";

try {
  const { DATABASE_OWNER_URL: owner, DATABASE_URL: server } = withFiles(process.env);
  if (!owner || !server) throw new SettingsError("DATABASE_OWNER_URL and DATABASE_URL must be set.");
  await bringUpToDateAsOwner(owner, server);
  console.log("The database is up to date.");
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
