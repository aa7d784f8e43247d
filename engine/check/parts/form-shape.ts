import { anything, type JsonSchema, type Known, present } from "#engine/base/known.ts";
import { isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { DataSchema, FormDocument, FormEntry } from "#engine/documents/form.ts";
import type { DocumentSet } from "./set.ts";

/**
 * What `data` is known to be while a form is filled in: its own data, that of the forms it mounts at their places, and
 * that of the forms whose fields it uses. Everything may be missing.
 */
export function toDataShape(formId: string, set: DocumentSet): Known {
  const form = set.find("form", formId);
  return form ? present(shapeOf(form as FormDocument, set, [formId])) : anything;
}

function shapeOf(form: FormDocument, set: DocumentSet, trail: readonly string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(form.data.properties ?? {})) properties[name] = close(schema);
  addMounted(form.fields, properties, set, trail);
  return { type: "object", properties, additionalProperties: false };
}

function addMounted(
  entries: readonly FormEntry[],
  properties: Record<string, JsonSchema>,
  set: DocumentSet,
  trail: readonly string[],
): void {
  for (const entry of entries) {
    if (isSection(entry)) addMounted(entry.fields, properties, set, trail);
    if (!isMounted(entry) && !isUsed(entry)) continue;
    const id = isMounted(entry) ? entry.form : entry.use;
    const inner = set.find("form", id);
    if (!inner || trail.includes(id)) continue;
    const shape = shapeOf(inner as FormDocument, set, [...trail, id]);
    if (isUsed(entry)) Object.assign(properties, shape["properties"]);
    else properties[entry.at.slice(1)] = shape;
  }
}

/** The shape of a value of form data; an object without properties of its own may hold anything. */
function close(schema: DataSchema): JsonSchema {
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(([name, child]) => [name, close(child)]);
    return { type: "object", properties: Object.fromEntries(inner), additionalProperties: false };
  }
  if (schema.items) return { type: "array", items: close(schema.items) };
  return { ...schema };
}
