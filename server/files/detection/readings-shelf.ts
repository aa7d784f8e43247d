import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { newId } from "#server/platform/ids.ts";
import type { ReadPage } from "./reading.ts";

/**
 * What `read` finds on a picture, kept in a folder under the picture's hash: seconds of a processor are spent once on it.
 * For a sandbox that is played with the same papers again and again; what stands on a candidate's paper lies in no file.
 */
export async function readOnce(
  folder: string,
  picture: Uint8Array,
  read: (picture: Uint8Array) => Promise<ReadPage | undefined>,
): Promise<ReadPage | undefined> {
  const file = path.join(folder, `${createHash("sha256").update(picture).digest("hex")}.json`);
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as ReadPage;
  const page = await read(picture);
  if (page) await keep(file, page);
  return page;
}

/** Several servers may keep the same: whoever reads finds it whole. */
async function keep(file: string, page: ReadPage): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const making = `${file}.${newId()}`;
  await writeFile(making, JSON.stringify(page), { mode: 0o600 });
  await rename(making, file);
}
