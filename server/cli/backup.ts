/** `npm run backup`: writes an installation into one file. */
import { countOf } from "#engine/core/base/count-of.ts";
import { runWithFile, withInstallation } from "./backup-file/installation.ts";
import { makeMacKey } from "./backup-file/mac-keys.ts";
import { writeBackup } from "./backup-file/write.ts";

const usage = `Usage: npm run backup -- FILE

Writes database and files of the environment's installation (DATABASE_URL, S3_*, DATA_DIR) into one file, a gzipped tar, as
of one moment. A server on PostgreSQL may run meanwhile; one with the embedded database must be stopped.
The file contains personal data. It does not contain the secrets of the settings: keep them elsewhere. A restore needs
SEAL_SECRET, whose key signs the list of all entries.`;

await runWithFile(usage, [], (file) =>
  withInstallation(false, async (from, settings) => {
    const { key, madeSecret } = await makeMacKey(settings, from.db);
    const { rows, files, missing } = await writeBackup(from, file, key);
    console.log(`Saved ${countOf(rows, "row")} and ${countOf(files, "file")} in ${file}.`);
    if (madeSecret)
      console.log(`This sandbox made its own secret. A restore elsewhere needs SEAL_SECRET=${madeSecret}`);
    for (const id of missing) console.error(`The file ${id} has a row but no bytes.`);
  }),
);
