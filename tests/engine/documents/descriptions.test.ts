import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#engine/base/known.ts";
import { operations, type OperationId } from "#engine/api/operations.ts";
import { argumentsOf } from "#engine/check/parts/operations.ts";
import { judgeValue } from "#engine/check/parts/shape.ts";
import { toTitle } from "#engine/documents/meta-titles.ts";
import { toMetaSchemas } from "#engine/documents/to-meta.ts";
import { followRef } from "#engine/documents/walk.ts";
import { pathDefinitions } from "#engine/editor/paths.ts";
import { visitExpression } from "#engine/rules/visit.ts";
import { collectWords } from "./words.ts";

// Whoever completes a property reads what it is for and sees how it is written; one without its line is a guess.

const metas = toMetaSchemas(await collectWords());

interface Property {
  readonly place: string;
  readonly schema: JsonSchema;
}

/** Where a schema holds none of its own, or one that only asks. */
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

/** A text or a number of which nothing else shows how it is written. */
function isBare(written: JsonSchema): boolean {
  const schema = followRef(metas, written);
  const isPlain = ["string", "number", "integer"].includes(String(schema["type"]));
  return isPlain && !schema["enum"] && !schema["allOf"] && !("const" in schema);
}

const examples = properties.flatMap(({ place, schema }) =>
  ((schema["examples"] ?? []) as unknown[]).map((example) => ({ place, schema, example })),
);

describe("every property of every meta-schema", () => {
  it("has its name as a title, and a line that says what it is for", () => {
    expect(properties.filter(({ schema }) => !isLine(schema["description"])).map(({ place }) => place)).toEqual([]);
    expect(properties.filter(({ schema }) => typeof schema["title"] !== "string")).toEqual([]);
    expect(properties.length).toBeGreaterThan(1200);
  });

  it("has an example where it is a text or a number that nothing else shows", () => {
    const without = properties.filter(({ schema }) => isBare(schema) && !schema["examples"]);
    expect(without.map(({ place }) => place)).toEqual([]);
  });
});

describe("every argument of every operation", () => {
  it("has a line that says what it is", () => {
    const without = (Object.keys(operations) as OperationId[]).flatMap((id) =>
      [...argumentsOf(id)].flatMap(([name, { schema }]) => (isLine(schema["description"]) ? [] : [`${id} ${name}`])),
    );
    expect(without).toEqual([]);
  });
});

describe("every example", () => {
  it("fits the property at which it stands", () => {
    const wrong = examples.flatMap(({ place, schema, example }) =>
      judgeValue(metas, schema, example).map(({ message }) => `${place}: ${JSON.stringify(example)}: ${message}`),
    );
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(200);
  });

  it("reads only paths that there are", () => {
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

it("reads a name as a person would, and leaves keys that code asks for as they are", () => {
  expect(["label", "waitsFor", "text.show-password", "$schema"].map(toTitle)).toEqual([
    "Label",
    "Waits for",
    "text.show-password",
    "$schema",
  ]);
});
