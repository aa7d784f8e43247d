import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { namesSchemaFile } from "./names.ts";

/** A place of a document that its meta-schema gives a meaning: a slot (text, rule, value, event, step, pattern) or a reference. */
export interface Found {
  slot?: string;
  ref?: string;
  /** What the value that stands here, or its rows, must be. */
  type?: JsonSchema;
  /** Gaps of the text that stands here which code fills. */
  gaps?: readonly string[];
  pointer: string;
  value: unknown;
}

/** Meta-schemas by file name, as generated into schemas/meta. */
export type MetaSchemas = Record<string, JsonSchema>;

const followed = new WeakMap<MetaSchemas, Map<string, JsonSchema>>();

/** The schema that a reference leads to, or the schema itself. */
export function followRef(metas: MetaSchemas, schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const known = followed.get(metas) ?? new Map<string, JsonSchema>();
  followed.set(metas, known);
  const target = known.get(reference) ?? findDefinition(metas, reference);
  known.set(reference, target);
  return target;
}

function findDefinition(metas: MetaSchemas, reference: string): JsonSchema {
  const [file, path] = reference.split("#/definitions/");
  if (file === namesSchemaFile) return {}; // for editors: the checks judge names, and a fault is told once
  const definitions = (metas[file || "common.schema.json"]?.["definitions"] ?? {}) as Record<string, JsonSchema>;
  return definitions[path ?? ""] ?? {};
}

/**
 * Every slot and reference of a document, found by walking it along its meta-schema. It understands the shapes
 * that to-meta.ts writes (properties, items, $ref, if/then by key or constant) and no more.
 */
export function findSlots(metas: MetaSchemas, kind: string, document: unknown): Found[] {
  const walk = new Walk(metas);
  walk.visit(metas[`${kind}.schema.json`] ?? {}, document, "");
  return walk.found;
}

class Walk {
  readonly found: Found[] = [];

  constructor(readonly metas: MetaSchemas) {}

  visit(schema: JsonSchema, value: unknown, pointer: string): void {
    if (value === undefined) return;
    const type = schema["x-type"] as JsonSchema | undefined;
    if (type) this.found.push({ type, pointer, value });
    const gaps = schema["x-gaps"] as readonly string[] | undefined;
    if (gaps) this.found.push({ gaps, pointer, value });
    const target = followRef(this.metas, schema);
    const { "x-slot": slot, "x-ref": ref } = target;
    if (typeof slot === "string") this.found.push({ slot, pointer, value });
    if (typeof ref === "string" && typeof value === "string") this.found.push({ ref, pointer, value });
    this.#branches(target, value, pointer);
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) {
      const items = target["items"] as JsonSchema | undefined;
      if (items) for (const [index, item] of value.entries()) this.visit(items, item, `${pointer}/${index}`);
    } else this.#object(target, value as Record<string, unknown>, pointer);
  }

  #branches(schema: JsonSchema, value: unknown, pointer: string): void {
    const parts = schema["allOf"] as readonly JsonSchema[] | undefined;
    if (parts) for (const part of parts) this.visit(part, value, pointer);
    if (!schema["if"]) return;
    const branch = isMet(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
    if (branch) this.visit(branch as JsonSchema, value, pointer);
  }

  #object(schema: JsonSchema, value: Record<string, unknown>, pointer: string): void {
    const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
    const rest = restOf(schema);
    if (!properties && !rest) return;
    for (const key of Object.keys(value)) {
      const child = properties && Object.hasOwn(properties, key) ? properties[key] : rest;
      if (child && !key.startsWith("x-")) this.visit(child, value[key], `${pointer}/${toPointerStep(key)}`);
    }
  }
}

/** What the values of keys without a property of their own are. */
function restOf(schema: JsonSchema): JsonSchema | undefined {
  const rest = schema["additionalProperties"];
  if (typeof rest === "object" && rest !== null) return rest as JsonSchema;
  const records = schema["patternProperties"] as Record<string, JsonSchema> | undefined;
  for (const pattern in records) return records[pattern];
  return undefined;
}

/** Whether a condition of a generated meta-schema holds: a type, keys that are there, keys with one value. */
export function isMet(condition: JsonSchema, value: unknown): boolean {
  const { type, not, required, properties } = condition as Condition;
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (type === "object" && !isObject) return false;
  if (type === "array" && !Array.isArray(value)) return false;
  if (type === "string" && typeof value !== "string") return false;
  if (not && isMet(not, value)) return false;
  if (!isObject) return true;
  const record = value as Record<string, unknown>;
  if (required) for (const key of required) if (!Object.hasOwn(record, key)) return false;
  for (const key in properties) if (record[key] !== properties[key]?.const) return false;
  return true;
}

interface Condition {
  type?: string;
  not?: JsonSchema;
  required?: readonly string[];
  properties?: Readonly<Record<string, { const?: unknown }>>;
}
