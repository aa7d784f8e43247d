import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SourceDocument } from "#engine/check/parts/set.ts";

const toFile = (dataDir: string): string => path.join(dataDir, "last-good-release.json");

/** Keeps the documents of a release that checked, to fall back on when the folder does not check at the next start. */
export async function keepLastGood(dataDir: string, sources: readonly SourceDocument[]): Promise<void> {
  const file = toFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.next`, JSON.stringify(sources));
  await rename(`${file}.next`, file);
}

/** The documents that were kept last; undefined when there never was a release that checked. */
export async function findLastGood(dataDir: string): Promise<SourceDocument[] | undefined> {
  const file = toFile(dataDir);
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as SourceDocument[]) : undefined;
}
