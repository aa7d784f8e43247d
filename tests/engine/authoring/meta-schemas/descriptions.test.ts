import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { operations, type OperationId } from "#engine/contract/operations.ts";
import { argumentsOf } from "#engine/authoring/check/support/operations.ts";
import { validateValue } from "#engine/authoring/check/support/schema-validation.ts";
import { toTitle } from "#engine/authoring/meta-schemas/titles.ts";
import { toMetaSchemas } from "#engine/authoring/meta-schemas/to-meta-schemas.ts";
import { followRef } from "#engine/core/definitions/find-slots.ts";
import { pathDefinitions } from "#engine/authoring/editor/paths.ts";
import { visitExpression } from "#engine/core/rules/visit-expression.ts";
import { collectVocabulary } from "../../../tools/meta/vocabulary.ts";

// Editors show the description and examples of a property, so every property needs them.

const metas = toMetaSchemas(await collectVocabulary());

interface Property {
  readonly place: string;
  readonly schema: JsonSchema;
}

/** Keywords whose value contains no schema, or one that is only a condition. */
const opaque = new Set(["if", "enum", "const", "examples", "default", "defaultSnippets"]);

/** Every property of every meta-schema. */
function* listProperties(schema: unknown, place: string): Generator<Property> {
  if (schema === null || typeof schema !== "object") return;
  for (const [key, part] of Object.entries(schema)) {
    if (opaque.has(key) || key.startsWith("x-")) continue;
    if (key === "properties" && !Array.isArray(schema))
      for (const [name, property] of Object.entries(part as Record<string, JsonSchema>)) {
        yield { place: `${place}/${name}`, schema: property };
        yield* listProperties(property, `${place}/${name}`);
      }
    else yield* listProperties(part, `${place}/${key}`);
  }
}

const properties = Object.entries(metas).flatMap(([file, meta]) => [...listProperties(meta, file)]);
const isLine = (line: unknown): boolean => typeof line === "string" && /^\S[^\n]{2,158}[.…]$/.test(line);

/** Returns whether a text or a number has no other hint how to write it. */
function isBare(written: JsonSchema): boolean {
  const schema = followRef(metas, written);
  const isPlain = ["string", "number", "integer"].includes(String(schema["type"]));
  return isPlain && !schema["enum"] && !schema["allOf"] && !("const" in schema);
}

const examples = properties.flatMap(({ place, schema }) =>
  ((schema["examples"] ?? []) as unknown[]).map((example) => ({ place, schema, example })),
);

describe("every property of every meta-schema", () => {
  it("has its name as a title, and a description", () => {
    expect(properties.filter(({ schema }) => !isLine(schema["description"])).map(({ place }) => place)).toEqual([]);
    expect(properties.filter(({ schema }) => typeof schema["title"] !== "string")).toEqual([]);
    expect(properties.length).toBeGreaterThan(1200);
  });

  it("has an example where it is a text or a number without another hint", () => {
    const without = properties.filter(({ schema }) => isBare(schema) && !schema["examples"]);
    expect(without.map(({ place }) => place)).toEqual([]);
  });
});

describe("every argument of every operation", () => {
  it("has a description", () => {
    const without = (Object.keys(operations) as OperationId[]).flatMap((id) =>
      [...argumentsOf(id)].flatMap(([name, { schema }]) => (isLine(schema["description"]) ? [] : [`${id} ${name}`])),
    );
    expect(without).toEqual([]);
  });
});

describe("every example", () => {
  it("is valid for its property", () => {
    const wrong = examples.flatMap(({ place, schema, example }) =>
      validateValue(metas, schema, example).map(({ message }) => `${place}: ${JSON.stringify(example)}: ${message}`),
    );
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(200);
  });

  it("reads only existing paths", () => {
    const { path, "known-path": known } = pathDefinitions();
    const free = new RegExp((path["if"] as { pattern: string }).pattern);
    const unknown = examples.flatMap(({ place, example }) =>
      [...visitExpression(example)].flatMap(({ operator, operands: [read] }) => {
        if (operator !== "var" || free.test(String(read)) || (known["enum"] as unknown[]).includes(read)) return [];
        return [`${place}: ${String(read)}`];
      }),
    );
    expect(unknown).toEqual([]);
  });
});

it("writes a name as a title, and keeps keys that code asks for", () => {
  expect(["label", "waitsFor", "text.show-password", "$schema"].map(toTitle)).toEqual([
    "Label",
    "Waits for",
    "text.show-password",
    "$schema",
  ]);
});
