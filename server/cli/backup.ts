/** `npm run backup`: all of an installation in one file. */
import { runWithFile, withInstallation } from "./archive/installation.ts";
import { writeBackup } from "./archive/write.ts";

const usage = `Usage: npm run backup -- FILE

Writes the database and the stored files of the environment's installation (DATABASE_URL, S3_*, DATA_DIR) into one file,
a gzipped tar, as they are at one moment. A server on PostgreSQL may run meanwhile; an embedded one has to be stopped.
The file holds personal data, and outside the sandbox not the secrets that sealed it: keep those elsewhere.`;

await runWithFile(usage, (file) =>
  withInstallation(false, async (from) => {
    const { rows, files, missing } = await writeBackup(from, file);
    console.log(`${rows} rows and ${files} files are in ${file}.`);
    for (const id of missing) console.error(`The file ${id} has a row and no bytes.`);
  }),
);
