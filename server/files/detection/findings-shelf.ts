import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";

/**
 * What `find` finds, kept as JSON in a folder under a hash of what it is asked of; without a folder it finds each time. What
 * is not found is looked for again. A paper's inspection costs a second of a processor, its reading several: a sandbox that
 * is played with the same papers again and again spends them once. What stands on a candidate's paper lies in no such file.
 */
export async function findOnce<T>(
  folder: string | undefined,
  of: Readonly<Record<string, unknown>>,
  find: () => Promise<T>,
): Promise<T> {
  if (folder === undefined) return find();
  const file = path.join(folder, `${createHash("sha256").update(JSON.stringify(of)).digest("hex")}.json`);
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as T;
  const found = await find();
  if (found !== undefined) await keep(file, found);
  return found;
}

/** Several servers may keep the same: whoever reads finds it whole. */
async function keep(file: string, found: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const making = `${file}.${newId()}`;
  await writeFile(making, JSON.stringify(found), { mode: 0o600 });
  await rename(making, file);
}
