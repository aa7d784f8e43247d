import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";

/** Folders on the local disk for bytes that are not stored yet. File names are our own ids. */
export interface UploadFolders {
  incoming(): string;
  upload(id: string): string;
  folders: { incoming: string; uploads: string };
}

/** Returns the folders below the data directory. */
export function toUploadFolders(dataDir: string): UploadFolders {
  const folders = {
    incoming: path.join(dataDir, "incoming"),
    uploads: path.join(dataDir, "uploads"),
  };
  return {
    folders,
    incoming: () => path.join(folders.incoming, newId()),
    upload: (id) => path.join(folders.uploads, id),
  };
}

/** Creates the folders, readable by this user only. */
export async function makeUploadFolders({ folders }: UploadFolders): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Removes a file, if it exists. */
export async function discard(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Removes an upload, if it exists, and the file that tus keeps beside it. */
export async function discardUpload(file: string): Promise<void> {
  await discard(file);
  await discard(`${file}.json`);
}
