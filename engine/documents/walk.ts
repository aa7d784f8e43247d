import { toPointerStep } from "./issue.ts";
import type { JsonSchema } from "./to-meta.ts";

/** A place of a document that its meta-schema gives a meaning: a slot (text, rule, value, event, step, pattern) or a reference. */
export interface Found { slot?: string; ref?: string; pointer: string; value: unknown }

/** Meta-schemas by file name, as generated into schemas/meta. */
export type MetaSchemas = Record<string, JsonSchema>;

/**
 * Every slot and reference of a document, found by walking it along its meta-schema. It understands the shapes
 * that to-meta.ts writes (properties, items, $ref, if/then by key or constant) and no more.
 */
export function findSlots(metas: MetaSchemas, kind: string, document: unknown): Found[] {
  const found: Found[] = [];
  walk(metas[`${kind}.schema.json`] ?? {}, document, "");
  return found;

  function walk(schema: JsonSchema, value: unknown, pointer: string): void {
    if (value === undefined) return;
    const target = follow(schema);
    if (typeof target["x-slot"] === "string") found.push({ slot: target["x-slot"], pointer, value });
    if (typeof target["x-ref"] === "string" && typeof value === "string") found.push({ ref: target["x-ref"], pointer, value });
    for (const branch of branches(target, value)) walk(branch, value, pointer);
    if (Array.isArray(value)) value.forEach((item, i) => walk((target["items"] as JsonSchema) ?? {}, item, `${pointer}/${i}`));
    else if (value !== null && typeof value === "object") walkObject(target, value as Record<string, unknown>, pointer);
  }

  function walkObject(schema: JsonSchema, value: Record<string, unknown>, pointer: string): void {
    const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
    const records = Object.values((schema["patternProperties"] ?? {}) as Record<string, JsonSchema>);
    const rest = typeof schema["additionalProperties"] === "object" ? (schema["additionalProperties"] as JsonSchema) : (records[0] ?? {});
    for (const [key, child] of Object.entries(value)) {
      if (!key.startsWith("x-")) walk(properties[key] ?? rest, child, `${pointer}/${toPointerStep(key)}`);
    }
  }

  function follow(schema: JsonSchema): JsonSchema {
    const reference = schema["$ref"];
    if (typeof reference !== "string") return schema;
    const [file, path] = reference.split("#/definitions/");
    const definitions = (metas[file || "common.schema.json"]?.["definitions"] ?? {}) as Record<string, JsonSchema>;
    return definitions[path ?? ""] ?? {};
  }
}

function branches(schema: JsonSchema, value: unknown): JsonSchema[] {
  const chosen: JsonSchema[] = [];
  for (const part of (schema["allOf"] ?? []) as JsonSchema[]) chosen.push(part);
  if (schema["if"]) {
    const branch = isMet(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
    if (branch) chosen.push(branch as JsonSchema);
  }
  return chosen;
}

function isMet(condition: JsonSchema, value: unknown): boolean {
  const object = value !== null && typeof value === "object" && !Array.isArray(value);
  if (condition["type"] === "object" && !object) return false;
  const record = (object ? value : {}) as Record<string, unknown>;
  if (condition["not"] && isMet(condition["not"] as JsonSchema, value)) return false;
  if (((condition["required"] ?? []) as string[]).some((key) => !Object.hasOwn(record, key))) return false;
  const properties = (condition["properties"] ?? {}) as Record<string, { const?: unknown }>;
  return Object.entries(properties).every(([key, { const: wanted }]) => record[key] === wanted);
}
