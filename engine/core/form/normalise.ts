import { toPlainLines } from "#engine/core/base/text-input.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { findDateShape, toDateShape } from "./date-values.ts";

/**
 * Normalises a value for validation and sending: trimmed or plain text, dates in the field's format, zero without a
 * sign. An empty value becomes undefined. A value of the wrong type stays, so that validation refuses it at its field.
 */
export function normaliseValue(value: unknown, schema: DataSchema | undefined): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string")
    return normaliseText(schema?.format === "lines" ? toPlainLines(value) : value.trim(), schema);
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value || 0;
  if (Array.isArray(value)) {
    const items = value.map((item) => normaliseValue(item, schema?.items)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== "object") return value;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, normaliseValue(child, ownSchema(schema, key))] as const)
    .filter(([, child]) => child !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ownSchema(schema: DataSchema | undefined, key: string): DataSchema | undefined {
  return schema?.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
}

function normaliseText(text: string, schema: DataSchema | undefined): unknown {
  if (text === "") return undefined;
  return schema?.format !== undefined && findDateShape(schema.format) ? toDateShape(text, schema.format) : text;
}
