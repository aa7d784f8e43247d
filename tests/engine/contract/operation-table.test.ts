import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toOperationTable } from "#engine/contract/to-operation-table.ts";

const file = "engine/contract/operation-table.ts";

// Read as text, so that the file may be missing.
test("operation-table.ts matches the contracts; if not, run npm run meta", () => {
  expect(existsSync(file) && readFileSync(file, "utf8")).toBe(toOperationTable());
});
