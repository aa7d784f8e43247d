import { expect, test } from "vitest";
import { toMetaSchemas } from "#engine/documents/to-meta.ts";
import { widgets } from "#widgets/index.ts";
import { collectWords } from "./words.ts";

// The registries are the source; `npm run meta` writes the files anew.
test("schemas/meta says what the registries say", async () => {
  const files = toMetaSchemas(await collectWords());
  for (const [name, schema] of Object.entries(files)) {
    await expect(JSON.stringify(schema, null, 2) + "\n").toMatchFileSnapshot(`../../../schemas/meta/${name}`);
  }
});

test("every widget folder stands in the registry under its own name", () => {
  const folders = Object.keys(import.meta.glob("../../../widgets/*/contract.ts")).map((path) => path.split("/").at(-2));
  expect(folders.sort()).toEqual(Object.keys(widgets).sort());
});
