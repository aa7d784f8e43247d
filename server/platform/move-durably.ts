import { open, rename } from "node:fs/promises";
import path from "node:path";

/** Moves a file for good: its bytes and its name are on the disk before anybody is told, so that no row names a file that a power cut has taken. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFile(path.dirname(to));
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
