import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";

/** Where bytes lie on the disk: arriving, waiting to be claimed, stored. Ids of our own making are the only names. */
export interface FilePlaces {
  incoming(): string;
  upload(id: string): string;
  stored(id: string): string;
  folders: { incoming: string; uploads: string; stored: string };
}

/** The folders below the data directory. */
export function filePlaces(dataDir: string): FilePlaces {
  const folders = {
    incoming: path.join(dataDir, "incoming"),
    uploads: path.join(dataDir, "uploads"),
    stored: path.join(dataDir, "files"),
  };
  return {
    folders,
    incoming: () => path.join(folders.incoming, newId()),
    upload: (id) => path.join(folders.uploads, id),
    stored: (id) => path.join(folders.stored, id),
  };
}

/** Makes the folders, readable by this user alone. */
export async function makePlaces({ folders }: FilePlaces): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Moves a file for good: its bytes and its name are on the disk before anybody is told, so that no row names a file that a power cut has taken. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFile(path.dirname(to));
}

/** Removes a file that may be gone already. */
export async function discard(file: string): Promise<void> {
  await rm(file, { force: true });
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
