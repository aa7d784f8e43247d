import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Creates a new folder in the system's temporary folder. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "sanad-test-"));
}
