import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { isMap } from "#engine/core/rules/expression.ts";

/** Title of a property: "hideLabel" becomes "Hide label". Keys that code asks for stay unchanged. */
export function toTitle(name: string): string {
  if (!/^[a-z][A-Za-z]*$/.test(name)) return name;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keywords whose value contains no schema, or one that is only a condition. */
const opaque: ReadonlySet<string> = new Set(["if", "not", "enum", "const", "examples", "default", "defaultSnippets"]);

/** Adds titles to all properties of a schema. */
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
