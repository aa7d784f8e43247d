import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";

/**
 * Caches the result of `find` as JSON under a hash of its input, and skips the cache without a folder. An undefined
 * result is not cached. The cache serves a sandbox that gets the same files again: an inspection takes a second, OCR
 * several. It never contains a candidate's document.
 */
export async function findCached<T>(
  folder: string | undefined,
  input: Readonly<Record<string, unknown>>,
  find: () => Promise<T>,
): Promise<T> {
  if (folder === undefined) return find();
  const file = path.join(folder, `${createHash("sha256").update(JSON.stringify(input)).digest("hex")}.json`);
  const cached = await readFile(file, "utf8").catch(() => undefined);
  if (cached !== undefined) return JSON.parse(cached) as T;
  const found = await find();
  if (found !== undefined) await write(file, found);
  return found;
}

/** Writes beside and renames, because several servers may write the same file. */
async function write(file: string, found: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${newId()}`;
  await writeFile(temporary, JSON.stringify(found), { mode: 0o600 });
  await rename(temporary, file);
}
