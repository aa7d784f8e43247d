import { copyFile, type link, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Error codes of volumes that do not support hard links. */
const noHardLinkCodes = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Writes a file beside its place and renames it, so that a reader finds the old content or the new one. Makes the
 * folder. Does not sync: after a power cut the file may be empty.
 */
export async function writeAtomically(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.next`;
  try {
    await writeFile(next, content);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** Like `writeAtomically`; when it returns, the file survives a power cut. */
export async function writeAndSync(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const next = `${file}.next`;
  await writeFile(next, content);
  await moveAndSync(next, file);
}

/** Moves a file and syncs bytes and name to the disk, so that no row names a file that a power cut removed. */
export async function moveAndSync(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFile(path.dirname(to));
}

/** Gives a file a second name and syncs both. A file that has that name already counts as the same one. */
export async function linkAndSync(from: string, to: string, createLink: typeof link): Promise<void> {
  await syncFile(from);
  try {
    await createLink(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (noHardLinkCodes.has(code)) return copyAndSync(from, to);
    if (code !== "EEXIST") throw error;
  }
  await syncFile(path.dirname(to));
}

async function copyAndSync(from: string, to: string): Promise<void> {
  const copy = `${from}.copy`;
  try {
    await copyFile(from, copy);
    await moveAndSync(copy, to);
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
