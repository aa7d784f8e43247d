import { expect, test } from "vitest";
import { toOperationTable } from "#engine/api/to-operation-table.ts";

// The operations are the source; `npm run meta` writes the file anew. It is not imported here, so that it can be missing.
test("operation-table.ts says what the operations say", async () => {
  await expect(toOperationTable()).toMatchFileSnapshot("../../../engine/api/operation-table.ts");
});
