import { copyFile, type link, open, rename, rm } from "node:fs/promises";
import path from "node:path";

/** What a volume says that gives a file one name alone. */
const oneNameOnly = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Moves a file for good: its bytes and its name are on the disk before anybody is told, so that no row names a file that a power cut has taken. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFile(path.dirname(to));
}

/** The same for a file that stays where it is too; one that is there already under this name is the same. */
export async function keepDurably(from: string, to: string, nameAlso: typeof link): Promise<void> {
  await syncFile(from);
  try {
    await nameAlso(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (oneNameOnly.has(code)) return moveCopy(from, to);
    if (code !== "EEXIST") throw error;
  }
  await syncFile(path.dirname(to));
}

async function moveCopy(from: string, to: string): Promise<void> {
  const copy = `${from}.copy`;
  try {
    await copyFile(from, copy);
    await moveDurably(copy, to);
  } finally {
    await rm(copy, { force: true });
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
