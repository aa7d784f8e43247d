import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateDefinition, validateValue } from "#engine/authoring/check/support/schema-validation.ts";
import { exampleOf, fullExampleOf } from "#engine/authoring/meta-schemas/example-of.ts";
import { toMetaSchemas } from "#engine/authoring/meta-schemas/to-meta-schemas.ts";
import { definitionKinds } from "#engine/core/definitions/kinds.ts";
import { widgets } from "#widgets/index.ts";
import { toGeneratedFiles } from "../../../tools/meta/generated-files.ts";
import { collectVocabulary } from "../../../tools/meta/vocabulary.ts";

const generated = await toGeneratedFiles();
const metas = toMetaSchemas(await collectVocabulary());

describe("generated files", () => {
  it.each([...generated])("%s is current; if not, run npm run meta", (name, text) => {
    expect(existsSync(name) && readFileSync(name, "utf8") === text).toBe(true);
  });
});

describe("exampleOf", () => {
  /** Their examples show only some of their many keys. */
  const shortened = new Set(["texts", "messages"]);
  const kinds = Object.keys(definitionKinds).filter((kind) => !shortened.has(kind));
  const shared = metas["common.schema.json"]?.["definitions"] as Record<string, Record<string, unknown>>;
  const parts = Object.keys(shared).filter((name) => /^(block|widget|action)-/.test(name));

  it.each(kinds)("makes a valid definition of kind %s", (kind) => {
    const example = fullExampleOf(metas, metas[`${kind}.schema.json`]!);
    expect(validateDefinition(metas, kind, example)).toEqual([]);
  });

  it.each(parts)("makes a valid %s", (name) => {
    const schema = shared[name]!;
    for (const example of [exampleOf(metas, schema), fullExampleOf(metas, schema)])
      expect(validateValue(metas, schema, example)).toEqual([]);
  });
});

it("every widget folder is registered under its name", () => {
  const folders = readdirSync("widgets").filter((name) => existsSync(`widgets/${name}/contract.ts`));
  expect(folders.sort()).toEqual(Object.keys(widgets).sort());
});
