import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { fixturesFolder } from "../read-fixtures.ts";

/** Snapshots of headless runs, one text file per fixture. */
export const snapshotFolder = path.join(fixturesFolder, "snapshots");

const toFile = (name: string, folder: string): string => path.join(folder, `${name}.txt`);

/** Writes a snapshot. */
export function writeSnapshot(name: string, text: string, folder = snapshotFolder): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(toFile(name, folder), text);
}

/** The snapshot of a fixture; empty without one. */
export function readSnapshot(name: string, folder = snapshotFolder): string {
  const file = toFile(name, folder);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The first difference from the snapshot with file and line, or undefined. */
export function findSnapshotDifference(name: string, text: string, folder = snapshotFolder): string | undefined {
  const file = toFile(name, folder);
  const relativePath = path.relative(appRoot, file);
  if (!existsSync(file)) return `no snapshot in ${relativePath} yet: --update writes one`;
  const [stored, now] = [readFileSync(file, "utf8").split("\n"), text.split("\n")];
  const at = [...stored, undefined].findIndex((line, i) => line !== now[i]);
  if (at === -1) return undefined;
  return `${relativePath}:${at + 1} expected  ${stored[at] ?? "nothing"}\n    received  ${now[at] ?? "nothing"}\n    (--update writes the new snapshot)`;
}

/** Deletes snapshots of other fixtures. */
export function deleteOtherSnapshots(names: readonly string[], folder = snapshotFolder): void {
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    if (!names.includes(path.parse(file).name)) rmSync(path.join(folder, file));
}
