import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";

/** Where bytes lie on this machine's disk until they are stored: arriving, waiting to be claimed. Ids of our own making are the only names. */
export interface FilePlaces {
  incoming(): string;
  upload(id: string): string;
  folders: { incoming: string; uploads: string };
}

/** The folders below the data directory. */
export function filePlaces(dataDir: string): FilePlaces {
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

/** Makes the folders, readable by this user alone. */
export async function makePlaces({ folders }: FilePlaces): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Removes a file that may be gone already. */
export async function discard(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Removes an upload that may be gone already, and what tus keeps beside it. */
export async function discardUpload(file: string): Promise<void> {
  await discard(file);
  await discard(`${file}.json`);
}
