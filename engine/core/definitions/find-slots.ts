import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { namesSchemaFile } from "./names.ts";

/**
 * A place of a definition with a meaning in its meta-schema: a slot (text, rule, value, event, step, pattern) or a
 * reference.
 */
export interface Slot {
  slot?: string;
  ref?: string;
  /** The required schema of the value, or of each row's value. */
  type?: JsonSchema;
  /** Placeholders of this text that code fills. */
  placeholders?: readonly string[];
  pointer: string;
  value: unknown;
}

/** Meta-schemas by file name, as generated into schemas/meta. */
export type MetaSchemas = Record<string, JsonSchema>;

const resolvedReferences = new WeakMap<MetaSchemas, Map<string, JsonSchema>>();

/** Resolves a reference; returns any other schema unchanged. */
export function followRef(metas: MetaSchemas, schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const known = resolvedReferences.get(metas) ?? new Map<string, JsonSchema>();
  resolvedReferences.set(metas, known);
  const target = known.get(reference) ?? findDefinition(metas, reference);
  known.set(reference, target);
  return target;
}

function findDefinition(metas: MetaSchemas, reference: string): JsonSchema {
  const [file, path] = reference.split("#/definitions/");
  // For editors only: the checks validate names, and each fault has one report.
  if (file === namesSchemaFile) return {};
  const definitions = (metas[file || "common.schema.json"]?.["definitions"] ?? {}) as Record<string, JsonSchema>;
  return definitions[path ?? ""] ?? {};
}

/**
 * Returns every slot and reference of a definition by walking it along its meta-schema. It understands only the
 * keywords that authoring/meta-schemas writes: properties, items, $ref, and if/then by key or constant.
 */
export function findSlots(metas: MetaSchemas, kind: string, document: unknown): Slot[] {
  const walk = new SlotWalk(metas);
  walk.visit(metas[`${kind}.schema.json`] ?? {}, document, "");
  return walk.found;
}

class SlotWalk {
  readonly found: Slot[] = [];

  constructor(readonly metas: MetaSchemas) {}

  visit(schema: JsonSchema, value: unknown, pointer: string): void {
    if (value === undefined) return;
    const type = schema["x-type"] as JsonSchema | undefined;
    if (type) this.found.push({ type, pointer, value });
    const placeholders = schema["x-placeholders"] as readonly string[] | undefined;
    if (placeholders) this.found.push({ placeholders, pointer, value });
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
    const branch = matchesCondition(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
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

/** The schema of keys without a property. */
function restOf(schema: JsonSchema): JsonSchema | undefined {
  const rest = schema["additionalProperties"];
  if (typeof rest === "object" && rest !== null) return rest as JsonSchema;
  const records = schema["patternProperties"] as Record<string, JsonSchema> | undefined;
  for (const pattern in records) return records[pattern];
  return undefined;
}

/** Returns whether a condition of a generated meta-schema holds: a type, present keys, keys with one value. */
export function matchesCondition(condition: JsonSchema, value: unknown): boolean {
  const { type, not, required, properties } = condition as Condition;
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (type === "object" && !isObject) return false;
  if (type === "array" && !Array.isArray(value)) return false;
  if (type === "string" && typeof value !== "string") return false;
  if (not && matchesCondition(not, value)) return false;
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
