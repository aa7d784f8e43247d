import { isMap } from "#engine/rules/expression.ts";
import type { JsonSchema } from "#engine/base/known.ts";

/** "waitsFor" as a person reads it: "Waits for". Keys that code asks for are titles as they stand. */
export function toTitle(name: string): string {
  if (!/^[a-z][A-Za-z]*$/.test(name)) return name;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where a schema holds no schema, or one that only asks. */
const opaque: ReadonlySet<string> = new Set(["if", "not", "enum", "const", "examples", "default", "defaultSnippets"]);

/** The same schema, each property of it with its name as a title. */
export function withTitles(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTitles);
  if (!isMap(schema)) return schema;
  const entries = Object.entries(schema).map(([key, part]) => {
    if (opaque.has(key) || key.startsWith("x-")) return [key, part];
    return [key, key === "properties" && isMap(part) ? titleEach(part as never) : withTitles(part)];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

const titleEach = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { title: toTitle(name), ...(withTitles(schema) as JsonSchema) },
    ]),
  );
