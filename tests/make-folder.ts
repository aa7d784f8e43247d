import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A new directory under the system's temporary one. */
export function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "sanad-test-"));
}
