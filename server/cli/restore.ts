/** `npm run restore`: restores a backup into an empty installation. */
import { countOf } from "#engine/core/base/count-of.ts";
import { readBackup } from "./backup-file/read.ts";
import { readMacKeys, runWithFile, withInstallation } from "./backup-file/installation.ts";
import { verifyBackup } from "./backup-file/verify.ts";

const usage = `Usage: npm run restore -- FILE [--without-mac]

Restores a file of \`npm run backup\` into the environment's installation (DATABASE_URL and DATABASE_OWNER_URL, S3_*,
DATA_DIR): everything or nothing. The installation must be empty and of the same release. An embedded database may become
PostgreSQL, a folder a bucket, and the other way round.
First it compares every entry with the list in the file, and the list with its MAC by SEAL_SECRET. It names what was
changed, added or cut, and then writes nothing. --without-mac restores a backup of an earlier release, which has no list, or
one whose secret is lost.`;

await runWithFile(usage, ["without-mac"], async (file, given) => {
  const backup = await verifyBackup(file, given("without-mac") ? "unchecked" : await readMacKeys());
  try {
    await withInstallation(true, async (into) => {
      const { rows, files } = await readBackup(into, backup);
      console.log(`Restored ${countOf(rows, "row")} and ${countOf(files, "file")}.`);
    });
  } finally {
    await backup.close();
  }
});
