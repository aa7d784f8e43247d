import type { DataSchema } from "#engine/core/definitions/form.ts";
import type { FormModel, SectionModel } from "./form-model.ts";
import type { ListModel } from "./lists.ts";

/** Schema of one section: a flat, closed object keyed by the pointers of its fields. Draft-07, without `required`. */
export interface SectionSchema {
  $schema: string;
  type: "object";
  additionalProperties: false;
  properties: Record<string, DataSchema>;
}

/**
 * Returns the data schemas of a form, one per section, in order. The compiled validator and rjsf use the same object.
 * Later rows of a list share those of the first.
 */
export function toSectionSchemas(model: FormModel): { id: string; schema: SectionSchema }[] {
  const own = model.sections.filter(({ shapedLike }) => !shapedLike);
  return own.map((section) => ({ id: section.id, schema: toSectionSchema(section) }));
}

/** Returns the data schema of one section. Sections of the same shape have the same schema, in any form. */
export function toSectionSchema(section: SectionModel): SectionSchema {
  const properties: Record<string, DataSchema> = {};
  for (const { pointer, schema } of section.fields) properties[pointer] = close(schema);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    additionalProperties: false,
    properties,
  };
}

/** Returns the data schema of the whole form, nested and closed: the shape of a submission. */
export function toDataSchema(model: FormModel): DataSchema {
  const root: DataSchema = { type: "object", additionalProperties: false, properties: {} };
  for (const { steps, schema, row } of model.fields) {
    if (row && row.index > 0) continue;
    const inRow = row ? steps.slice(row.list.steps.length + 1) : steps;
    const parent = row ? holderIn(toItems(holderIn(root, row.list.steps), row.list), inRow) : holderIn(root, inRow);
    (parent.properties ??= {})[steps.at(-1) ?? ""] = close(schema);
  }
  return root;
}

/** The object that holds the last of these steps; missing ones on the way are created. */
function holderIn(root: DataSchema, steps: readonly string[]): DataSchema {
  let parent = root;
  for (const step of steps.slice(0, -1))
    parent = (parent.properties ??= {})[step] ??= { type: "object", additionalProperties: false, properties: {} };
  return parent;
}

/** The shape of a row of a list. */
function toItems(holder: DataSchema, { steps, max }: ListModel): DataSchema {
  const items: DataSchema = { type: "object", additionalProperties: false, properties: {} };
  const list = ((holder.properties ??= {})[steps.at(-1) ?? ""] ??= { type: "array", items, maxItems: max });
  return list.items ?? items;
}

function close(schema: DataSchema): DataSchema {
  return {
    ...schema,
    ...(schema.properties
      ? {
          type: "object",
          additionalProperties: false,
          properties: Object.fromEntries(Object.entries(schema.properties).map(([key, child]) => [key, close(child)])),
        }
      : {}),
    ...(schema.items ? { items: close(schema.items) } : {}),
  };
}
