/** `npm run restore`: restores a backup into an empty installation. */
import { readBackup } from "./backup-file/read.ts";
import { runWithFile, withInstallation } from "./backup-file/installation.ts";

const usage = `Usage: npm run restore -- FILE

Restores a file of \`npm run backup\` into the environment's installation (DATABASE_URL and DATABASE_OWNER_URL, S3_*,
DATA_DIR): everything or nothing. The installation must be empty and of the same release. An embedded database may become
PostgreSQL, a folder a bucket, and the other way round.`;

await runWithFile(usage, (file) =>
  withInstallation(true, async (into) => {
    const { rows, files } = await readBackup(into, file);
    console.log(`${rows} rows and ${files} files are restored.`);
  }),
);
