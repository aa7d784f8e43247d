import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { findTemporaryDisk } from "./memory-disk.ts";

/** Creates the temporary folder of a test run and deletes it when the run ends. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(path.join(findTemporaryDisk(), "sanad-run-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
