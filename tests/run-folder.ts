import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { findQuickDisk } from "./quick-disk.ts";

/** Where the tests of a run put what they make: it goes away with the run, and in memory that matters. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(path.join(findQuickDisk(), "sanad-run-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
