/** `npm run backup`: writes an installation into one file. */
import { runWithFile, withInstallation } from "./backup-file/installation.ts";
import { writeBackup } from "./backup-file/write.ts";

const usage = `Usage: npm run backup -- FILE

Writes database and files of the environment's installation (DATABASE_URL, S3_*, DATA_DIR) into one file, a gzipped tar, as
of one moment. A server on PostgreSQL may run meanwhile; one with the embedded database must be stopped.
The file contains personal data. It does not contain the secrets of the settings: keep them elsewhere.`;

await runWithFile(usage, (file) =>
  withInstallation(false, async (from) => {
    const { rows, files, missing } = await writeBackup(from, file);
    console.log(`${rows} rows and ${files} files are in ${file}.`);
    for (const id of missing) console.error(`The file ${id} has a row but no bytes.`);
  }),
);
