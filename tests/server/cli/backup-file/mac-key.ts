import { readBackup } from "#server/cli/backup-file/read.ts";
import { deriveMacKey } from "#server/cli/backup-file/mac.ts";
import { verifyBackup, type MacKeys } from "#server/cli/backup-file/verify.ts";
import type { Installation } from "#server/cli/backup-file/write.ts";

/** The key of every backup that tests make. */
export const macKey = deriveMacKey("of-the-tests".padEnd(32, "x"));

/** Verifies a backup, then restores it, as `npm run restore` does. */
export async function restoreBackup(into: Installation, file: string, keys: MacKeys = [macKey]) {
  const backup = await verifyBackup(file, keys);
  return readBackup(into, backup).finally(backup.close);
}
