/** `npm run restore`: a backup into an empty installation. */
import { readBackup } from "./archive/read.ts";
import { runWithFile, withInstallation } from "./archive/installation.ts";

const usage = `Usage: npm run restore -- FILE

Puts a file of \`npm run backup\` into the environment's installation (DATABASE_URL and DATABASE_OWNER_URL, S3_*, DATA_DIR),
which has to be empty and of the same release: all of it or nothing. What was embedded may become PostgreSQL, a folder a
bucket, and the other way round.`;

await runWithFile(usage, (file) =>
  withInstallation(true, async (into) => {
    const { rows, files } = await readBackup(into, file);
    console.log(`${rows} rows and ${files} files are back.`);
  }),
);
