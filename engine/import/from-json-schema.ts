import { autofill } from "#engine/documents/autofill.ts";
import type { DataSchema, FormDocument, FormEntry, FormField } from "#engine/documents/form.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { isConsent, listChoices, toHeld, toShape } from "./json-schema-shape.ts";
import { isOf, readUi, uiOptions, type JsonSchema, type Making, type Placed, type UiSchema } from "./json-schema.ts";
import { below, toId, toLabel, type Imported } from "./left-over.ts";

/** The keywords of a schema and the words of a uiSchema that are read, of a group and of a single field. */
interface Read {
  readonly schema: ReadonlySet<string>;
  readonly ui: ReadonlySet<string>;
}
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const always = "$ref $schema $id title type additionalProperties definitions $defs";
const ofGroup: Read = { schema: words(`${always} properties required`), ui: words("title order") };
const ofField: Read = {
  schema: words(
    `${always} description format enum enumNames oneOf const default required minLength maxLength pattern readOnly`,
  ),
  ui: words("widget title description help placeholder readonly disabled label enumNames autocomplete"),
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
  tellUnread(placed, ofGroup, making);
  const all = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const required = (schema["required"] ?? []) as readonly string[];
  const order = (readUi(ui, "order") ?? []) as readonly string[];
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
  if (isOf(schema, "object") || schema["properties"]) {
    const { data, fields } = toGroup(placed, making);
    return { data, fields: [{ section: toId(steps.join(" ")), title: toTitle(placed), fields }] };
  }
  if (isOf(schema, "array")) {
    making.left.push({
      at,
      why: "a list that grows has no place in a form: make a verification with several submissions",
    });
    return undefined;
  }
  tellUnread(placed, ofField, making);
  return toControl(placed, making);
}

/** A single field and the shape of what it holds. */
function toControl(placed: Placed, making: Making): { data: DataSchema; fields: FormField[] } {
  const { schema, ui, steps } = placed;
  const { widget, data, more } = toShape(placed, making);
  const isDrawn = widget !== "hidden";
  const fixed = toFixed(schema, data, isDrawn);
  const isHeld = [readUi(ui, "readonly"), readUi(ui, "disabled"), schema["readOnly"]].includes(true);
  const hint = readUi(ui, "help") ?? readUi(ui, "description") ?? schema["description"];
  const placeholder = readUi(ui, "placeholder");
  const field: FormField = {
    at: below("", ...steps),
    widget,
    ...(isDrawn && { label: toTitle(placed) }),
    ...more,
    ...(isDrawn && toAutofill(placed, making)),
    ...(readUi(ui, "label") === false && { hideLabel: true }),
    ...(typeof hint === "string" && isDrawn && { hint }),
    ...(typeof placeholder === "string" && { placeholder }),
    ...(placed.required && isDrawn && fixed.value === undefined && { require: true }),
    ...(isHeld && { readOnly: true }),
    ...fixed,
  };
  return { data, fields: [field] };
}

const toTitle = ({ schema, ui, steps }: Placed): string =>
  String(readUi(ui, "title") ?? schema["title"] ?? toLabel(steps.at(-1) ?? ""));

/** What the data starts with, or always is. A consent that is drawn always is a yes and is given all the same. */
function toFixed(schema: JsonSchema, data: DataSchema, isDrawn: boolean): Partial<FormField> {
  const { const: always, default: first } = schema;
  if (always !== undefined && !(isDrawn && isConsent(schema))) return { value: toHeld(always, data) as string };
  return first === undefined || first === null ? {} : { initial: toHeld(first, data) as string };
}

/** What a browser may fill in by itself; what is no word for that is told. */
function toAutofill({ ui, at }: Placed, { left }: Making): Partial<FormField> {
  const autoComplete = readUi(ui, "autocomplete");
  if (autoComplete === undefined) return {};
  if (autofill.some((known) => known === autoComplete)) return { autoComplete };
  left.push({ at: `ui:${below(at, "ui:autocomplete")}`, why: "no browser knows what to fill in by that" });
  return {};
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
function tellUnread({ schema, ui, at }: Placed, read: Read, { left }: Making): void {
  for (const key of Object.keys(schema)) {
    const isOther = key === "oneOf" && !listChoices({ schema, ui });
    const isLoose = key === "additionalProperties" && schema[key] !== false;
    const isAway = key === "$ref";
    if (read.schema.has(key) && !isOther && !isLoose && !isAway) continue;
    left.push({ at: below(at, key), why: whyNot[key] ?? "a form has no place for it" });
  }
  const said = Object.keys(ui).filter((key) => key.startsWith("ui:") && key !== "ui:options");
  const unread = [
    ...said.filter((key) => !read.ui.has(key.slice("ui:".length))).map((key) => below(at, key)),
    ...Object.keys(uiOptions(ui))
      .filter((key) => !read.ui.has(key))
      .map((key) => below(at, "ui:options", key)),
  ];
  for (const place of unread) left.push({ at: `ui:${place}`, why: "a form has no place for it" });
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
