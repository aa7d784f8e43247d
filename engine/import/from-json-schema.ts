import type { DataSchema, FormDocument, FormEntry, FormField } from "#engine/documents/form.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { fileTypes } from "#engine/documents/file-types.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { below, toId, toLabel, type Imported, type LeftOver } from "./left-over.ts";

/** A JSON Schema as rjsf users write it: any keyword. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** A uiSchema: `ui:…` of a place, and those below it by name. */
export type UiSchema = Readonly<Record<string, unknown>>;

interface Making {
  readonly id: string;
  readonly root: JsonSchema;
  readonly lists: OptionsDocument[];
  readonly left: LeftOver[];
}
/** A property on its way: where it stands in the schema, and in the data. */
interface Placed {
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
  readonly at: string;
  readonly steps: readonly string[];
  readonly required: boolean;
}

const carried: ReadonlySet<string> = new Set(
  "$ref $schema $id title description type format enum enumNames oneOf const default properties required minLength maxLength pattern additionalProperties definitions $defs readOnly".split(
    " ",
  ),
);
const carriedUi: ReadonlySet<string> = new Set(
  "ui:widget ui:title ui:description ui:help ui:placeholder ui:readonly ui:disabled ui:order ui:options ui:autocomplete ui:enumNames".split(
    " ",
  ),
);
const widgets: Readonly<Record<string, string>> = {
  radio: "radio",
  select: "select",
  hidden: "hidden",
  password: "text",
  text: "text",
  email: "text",
  uri: "text",
  date: "date-picker",
  file: "file",
  checkbox: "checkbox",
};

/** A JSON Schema with its uiSchema as a form document, and lists for its choices. What has no place here is told with its place. */
export function fromJsonSchema(
  id: string,
  schema: JsonSchema,
  ui: UiSchema = {},
): Imported<FormDocument | OptionsDocument> {
  const making: Making = { id, root: schema, lists: [], left: [] };
  const { data, fields } = toGroup({ schema, ui, at: "", steps: [], required: false }, making);
  const title = typeof schema["title"] === "string" ? schema["title"] : toLabel(id);
  const form: FormDocument = {
    $schema: "../meta/form.schema.json",
    kind: "form",
    id,
    description: `${title}, imported from a JSON Schema.`,
    data,
    fields,
  };
  const documents = [
    { path: `forms/${id}.json`, document: form },
    ...making.lists.map((list) => ({ path: `options/${list.id}.json`, document: list })),
  ];
  return { documents, left: making.left };
}

function toGroup(placed: Placed, making: Making): { data: DataSchema; fields: FormEntry[] } {
  const { schema, ui, at, steps } = placed;
  tellUnread(placed, making);
  const all = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const required = (schema["required"] ?? []) as readonly string[];
  const order = (ui["ui:order"] ?? []) as readonly string[];
  const rest = order.includes("*") ? order.indexOf("*") : order.length;
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : rest);
  const properties: Record<string, DataSchema> = {};
  const fields = all
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, own]) => {
      const place = below(at, "properties", name);
      const inner: Placed = {
        schema: follow(own, making.root),
        ui: (ui[name] ?? {}) as UiSchema,
        at: place,
        steps: [...steps, name],
        required: required.includes(name),
      };
      const made = toProperty(inner, making);
      if (!made) return [];
      properties[name] = made.data;
      return made.fields;
    });
  return { data: { type: "object", properties }, fields };
}

function toProperty(placed: Placed, making: Making): { data: DataSchema; fields: FormEntry[] } | undefined {
  const { schema, steps, at } = placed;
  if (schema["type"] === "object" || schema["properties"]) {
    const { data, fields } = toGroup(placed, making);
    const title = String(placed.ui["ui:title"] ?? schema["title"] ?? toLabel(steps.at(-1) ?? ""));
    return { data, fields: [{ section: toId(steps.join(" ")), title, fields }] };
  }
  if (schema["type"] === "array") {
    making.left.push({
      at,
      why: "a list that grows has no place in a form: make a verification with several submissions",
    });
    return undefined;
  }
  tellUnread(placed, making);
  return { ...toControl(placed, making) };
}

/** A single field and the shape of what it holds. */
function toControl(placed: Placed, making: Making): { data: DataSchema; fields: FormField[] } {
  const { schema, ui, at, steps, required } = placed;
  const options = (ui["ui:options"] ?? {}) as Record<string, unknown>;
  const asked = String(ui["ui:widget"] ?? options["widget"] ?? "");
  if (asked && !Object.hasOwn(widgets, asked))
    making.left.push({ at: `ui:${at}`, why: `the widget '${asked}' is not known here` });
  const { widget, data, more } = toShape(placed, { asked, making });
  const hint = ui["ui:help"] ?? ui["ui:description"] ?? schema["description"];
  const field: FormField = {
    at: below("", ...steps),
    widget,
    ...(widget !== "hidden" && { label: String(ui["ui:title"] ?? schema["title"] ?? toLabel(steps.at(-1) ?? "")) }),
    ...more,
    ...(options["label"] === false && { hideLabel: true }),
    ...(typeof hint === "string" && widget !== "hidden" && { hint }),
    ...(typeof ui["ui:placeholder"] === "string" && { placeholder: ui["ui:placeholder"] }),
    ...(required && widget !== "hidden" && { require: true }),
    ...((ui["ui:readonly"] === true || ui["ui:disabled"] === true || schema["readOnly"] === true) && {
      readOnly: true,
    }),
    ...toFixed(schema),
  };
  return { data, fields: [field] };
}

/** What the data starts with, or always is. */
const toFixed = (schema: JsonSchema): Partial<FormField> => ({
  ...(schema["const"] !== undefined && { value: schema["const"] as string }),
  ...(schema["const"] === undefined && schema["default"] !== undefined && { initial: schema["default"] as string }),
});

interface Shape {
  readonly widget: string;
  readonly data: DataSchema;
  readonly more: Partial<FormField>;
}

function toShape({ schema, at, steps }: Placed, { asked, making }: { asked: string; making: Making }): Shape {
  const wanted = widgets[asked];
  const choices = listChoices(schema);
  const length = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 200;
  if (schema["type"] === "boolean")
    return { widget: wanted === "hidden" ? "hidden" : "checkbox", data: { type: "boolean" }, more: {} };
  if (choices) {
    const id = toId(`${making.id} ${steps.join(" ")}`);
    making.lists.push({
      $schema: "../meta/options.schema.json",
      kind: "options",
      id,
      description: "Choices of an imported field.",
      items: choices,
    });
    return {
      widget: wanted === "radio" ? "radio" : "select",
      data: { type: "string", maxLength: 200 },
      more: { options: id },
    };
  }
  const format = String(schema["format"] ?? "");
  if (wanted === "date-picker" || format === "date") {
    making.left.push({ at: below(at, "format"), why: "a day is held as dd-MM-yyyy here, 21-11-2026" });
    return { widget: "date-picker", data: { type: "string", format: "dd-MM-yyyy" }, more: {} };
  }
  if (wanted === "file" || format === "data-url")
    return { widget: "file", data: { type: "string", format: "file" }, more: { accept: [...fileTypes] } };
  if (schema["type"] === "number" || schema["type"] === "integer") {
    making.left.push({ at: below(at, "type"), why: "numbers are typed as digits, and held as text" });
    return {
      widget: wanted === "hidden" ? "hidden" : "text",
      data: { type: "string", pattern: "^[0-9]{1,15}$", maxLength: 15 },
      more: wanted === "hidden" ? {} : { digits: true, maxLength: 15 },
    };
  }
  const types: Readonly<Record<string, string>> = { email: "email", uri: "url", tel: "tel" };
  if (format && !Object.hasOwn(types, format))
    making.left.push({ at: below(at, "format"), why: `the format '${format}' is not judged here` });
  const type = asked === "password" ? "password" : types[format || asked];
  const data: DataSchema = {
    type: "string",
    maxLength: length,
    ...(typeof schema["minLength"] === "number" && { minLength: schema["minLength"] }),
    ...(typeof schema["pattern"] === "string" && { pattern: schema["pattern"] }),
  };
  if (wanted === "hidden") return { widget: "hidden", data, more: {} };
  return { widget: "text", data, more: { maxLength: length, ...(type && { type }) } };
}

/** The choices of an enum, or of a oneOf of constants with titles. */
function listChoices(schema: JsonSchema): { value: string; label: string }[] | undefined {
  const names = schema["enumNames"] as readonly string[] | undefined;
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((value, index) => ({
      value: String(value),
      label: names?.[index] ?? toLabel(String(value)),
    }));
  const oneOf = schema["oneOf"] as readonly JsonSchema[] | undefined;
  if (!oneOf?.every((one) => one["const"] !== undefined)) return undefined;
  return oneOf.map((one) => ({ value: String(one["const"]), label: String(one["title"] ?? one["const"]) }));
}

/** A schema with what it refers to within its own document in its place. */
function follow(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  const { $ref, ...own } = schema as { $ref?: unknown };
  if (typeof $ref !== "string" || !$ref.startsWith("#") || depth > 8) return schema;
  const meant = getAt(root, $ref.slice(1));
  return typeof meant === "object" && meant !== null
    ? follow({ ...(meant as JsonSchema), ...own }, root, depth + 1)
    : schema;
}

/** Every keyword, of the schema and of its uiSchema, that a form has no place for. */
function tellUnread({ schema, ui, at }: Placed, { left }: Making): void {
  for (const key of Object.keys(schema)) {
    const isOther = key === "oneOf" && !listChoices(schema);
    const isLoose = key === "additionalProperties" && schema[key] !== false;
    const isAway = key === "$ref";
    if (carried.has(key) && !isOther && !isLoose && !isAway) continue;
    left.push({ at: below(at, key), why: whyNot[key] ?? "a form has no place for it" });
  }
  for (const key of Object.keys(ui))
    if (key.startsWith("ui:") && !carriedUi.has(key))
      left.push({ at: `ui:${below(at, key)}`, why: "a form has no place for it" });
}

const conditional = "conditions are rules here: `when` and `require` of a field";
const whyNot: Readonly<Record<string, string>> = {
  if: conditional,
  then: conditional,
  else: conditional,
  dependencies: conditional,
  dependentRequired: conditional,
  dependentSchemas: conditional,
  allOf: conditional,
  anyOf: conditional,
  oneOf: conditional,
  $ref: "it leads out of this document",
  minimum: "bounds of numbers are checks of the form here",
  maximum: "bounds of numbers are checks of the form here",
  additionalProperties: "the data of a form is closed",
};
