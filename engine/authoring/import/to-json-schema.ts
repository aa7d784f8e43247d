import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import { isField, isList, isNote, isPage, isSection } from "#engine/core/definitions/form-entry.ts";
import type { DataSchema, FormDefinition, FormEntry, FormField, FormList } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { toDateShape } from "#engine/core/form/date-values.ts";
import { findDataSchema } from "#engine/core/form/data-schema.ts";
import type { JsonSchema, UiSchema } from "./json-schema.ts";
import { below, type Unmapped } from "./unmapped.ts";

/** A form as a JSON Schema with its uiSchema, and what they cannot express. */
export interface SchemaExport {
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
  readonly unmapped: readonly Unmapped[];
}

type FindOptions = (id: string) => OptionsDefinition | undefined;
interface Draft {
  readonly findOptions: FindOptions;
  readonly unmapped: Unmapped[];
}
/** An object schema under construction, with its uiSchema. */
interface Group {
  readonly schema: Record<string, unknown>;
  readonly properties: Record<string, JsonSchema>;
  readonly required: string[];
  readonly ui: Record<string, UiSchema>;
}

/** Ends the description of an imported form, behind the title of its schema. */
export const importedFrom = ", imported from a JSON Schema.";

/** Keys of a field that the schema or the uiSchema has. */
const supported: ReadonlySet<string> = new Set(
  "at widget label hint placeholder require readOnly initial value options accept maxLength type rows hideLabel autoComplete max yes no".split(
    " ",
  ),
);

/** Converts a form into a JSON Schema with a uiSchema, as rjsf reads them. Reports rules, checks and other forms. */
export function toJsonSchema(form: FormDefinition, findOptions: FindOptions): SchemaExport {
  const draft: Draft = { findOptions, unmapped: [] };
  const group = toGroup();
  addEntries(form.fields, { group, data: form.data, at: "/fields" }, draft);
  for (const [index] of (form.checks ?? []).entries())
    draft.unmapped.push({ at: below("/checks", index), reason: "a JSON Schema has no checks across fields" });
  const title = form.description.endsWith(importedFrom)
    ? { title: form.description.slice(0, -importedFrom.length) }
    : {};
  return { schema: { ...title, ...close(group) }, ui: group.ui, unmapped: draft.unmapped };
}

const toGroup = (): Group => ({ schema: {}, properties: {}, required: [], ui: {} });
const close = ({ schema, properties, required }: Group): JsonSchema => ({
  type: "object",
  ...schema,
  properties,
  ...(required.length > 0 && { required }),
});

interface Place {
  readonly group: Group;
  readonly data: DataSchema;
  /** The place of the entries in the definition. */
  readonly at: string;
}

function addEntries(entries: readonly FormEntry[], { group, data, at }: Place, draft: Draft): void {
  const report = (place: string, reason: string) => void draft.unmapped.push({ at: place, reason });
  for (const [index, entry] of entries.entries()) {
    const place = below(at, index);
    if (!isField(entry) && entry.when !== undefined) report(below(place, "when"), "write it as if and then");
    if (isNote(entry) && index === 0 && typeof entry.text === "string") group.schema["description"] = entry.text;
    else if (isNote(entry)) report(place, "a JSON Schema has no notes: use the description of a property");
    else if (isSection(entry)) addSection(entry, { group, data, at: place }, draft);
    else if (isPage(entry)) {
      report(below(place, "page"), "a JSON Schema has no pages");
      addEntries(entry.fields, { group, data, at: below(place, "fields") }, draft);
    } else if (isList(entry)) addList(entry, { group, data, at: place }, draft);
    else if (isField(entry)) addField(entry, { group, data, at: place }, draft);
    else report(place, "a JSON Schema has no other forms: copy the fields of the other form");
  }
}

/** A section is an object where all of its fields are in the same one. */
function addSection(
  { title, fields }: Extract<FormEntry, { section: string }>,
  { group, data, at }: Place,
  draft: Draft,
): void {
  const first = fields.map((entry) => ("at" in entry ? pointerSteps(entry.at) : [])).find((steps) => steps.length > 0);
  const name = first && first.length > 1 ? first[0]! : undefined;
  const isOne = name !== undefined && fields.every((entry) => "at" in entry && entry.at.startsWith(`/${name}/`));
  if (!isOne) {
    draft.unmapped.push({ at: below(at, "title"), reason: "only the fields of an object have a heading" });
    addEntries(fields, { group, data, at: below(at, "fields") }, draft);
    return;
  }
  const inner = toGroup();
  const moved = fields.map((entry) => ({ ...entry, at: (entry as FormField).at.slice(name.length + 1) }) as FormEntry);
  const own = data.properties?.[name] ?? {};
  addEntries(moved, { group: inner, data: own, at: below(at, "fields") }, draft);
  if (typeof title === "string") inner.schema["title"] = title;
  group.properties[name] = close(inner);
  group.ui[name] = inner.ui;
}

function addList(entry: FormList, { group, data, at }: Place, draft: Draft): void {
  const name = pointerSteps(entry.list).join("/");
  const rows = toGroup();
  addEntries(
    entry.fields,
    { group: rows, data: findDataSchema(data, entry.list)?.items ?? {}, at: below(at, "fields") },
    draft,
  );
  const { title, hint, item, min, max } = entry;
  const ofRow = typeof item === "string" && item.endsWith(" {n}") ? item.slice(0, -" {n}".length) : undefined;
  if (ofRow === undefined) draft.unmapped.push({ at: below(at, "item"), reason: "the heading of a row is its title" });
  group.properties[name] = {
    type: "array",
    ...(typeof title === "string" && { title }),
    ...(typeof hint === "string" && { description: hint }),
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
    items: { ...(ofRow !== undefined && ofRow !== title && { title: ofRow }), ...close(rows) },
  };
  group.ui[name] = { items: rows.ui };
}

function addField(field: FormField, { group, data, at }: Place, draft: Draft): void {
  const [name = "", ...deeper] = pointerSteps(field.at);
  const report = (key: string, reason: string) => void draft.unmapped.push({ at: below(at, key), reason });
  if (deeper.length > 0) report("at", "only the fields of a section are in an object");
  for (const key of Object.keys(field))
    if (!supported.has(key) && !key.startsWith("x-")) report(key, "a JSON Schema does not support it");
  const { label, hint, require, initial, value, placeholder } = field;
  for (const key of ["label", "hint", "placeholder"] as const)
    if (field[key] !== undefined && typeof field[key] !== "string") report(key, "a JSON Schema has plain texts only");
  for (const key of ["require", "readOnly"] as const)
    if (typeof field[key] === "object") report(key, "write it as if and then");
  for (const key of ["initial", "value"] as const)
    if (typeof field[key] === "object") report(key, "a JSON Schema computes nothing");
  const schema = findDataSchema(data, field.at) ?? {};
  const shape = toShape(field, schema, draft, at);
  const toOriginal = (one: unknown) =>
    shape.schema["format"] === "date" ? toDateShape(String(one), "yyyy-MM-dd") : one;
  const isAgreed = field.widget === "checkbox" && require === true;
  group.properties[name] = {
    ...shape.schema,
    ...(typeof label === "string" && { title: label }),
    ...(typeof hint === "string" && { description: hint }),
    ...(initial !== undefined && typeof initial !== "object" && { default: toOriginal(initial) }),
    ...(value !== undefined && typeof value !== "object" && { const: toOriginal(value) }),
    ...(isAgreed && value === undefined && { const: true }),
  };
  group.ui[name] = {
    ...shape.ui,
    ...(typeof placeholder === "string" && { "ui:placeholder": placeholder }),
    ...(field.readOnly === true && { "ui:readonly": true }),
    ...(field.hideLabel && { "ui:label": false }),
    ...(typeof field["autoComplete"] === "string" && { "ui:autocomplete": field["autoComplete"] }),
  };
  // Without its condition, a field that is absent at times cannot be required.
  if (require === true && field.when === undefined) group.required.push(name);
}

interface Shape {
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
}
const widgetOf = (widget: string): UiSchema => ({ "ui:widget": widget });
const file = { type: "string", format: "data-url" } as const;

/** The schema and the widget of a field, by our widget. */
function toShape(field: FormField, data: DataSchema, draft: Draft, at: string): Shape {
  const { type = "string", minimum, maximum, multipleOf, minLength, maxLength, pattern, minItems, maxItems } = data;
  const bounds = defined({ minimum, maximum, multipleOf, minLength, maxLength, pattern });
  const text = { type, ...bounds };
  const oneOf = toChoices(field, draft, at);
  const shapes: Readonly<Record<string, () => Shape>> = {
    number: () => ({ schema: text, ui: {} }),
    checkbox: () => ({ schema: { type: "boolean" }, ui: {} }),
    "yes-no": () => ({ schema: { type: "boolean", ...toWords(field) }, ui: widgetOf("radio") }),
    select: () => ({ schema: { type: "string", oneOf }, ui: {} }),
    radio: () => ({ schema: { type: "string", oneOf }, ui: widgetOf("radio") }),
    checkboxes: () => ({
      schema: { type: "array", ...defined({ minItems, maxItems }), items: { type: "string", oneOf } },
      ui: widgetOf("checkboxes"),
    }),
    "date-picker": () => ({ schema: { type: "string", format: "date" }, ui: {} }),
    file: () => ({
      schema: field["max"] === undefined ? file : { type: "array", ...defined({ minItems, maxItems }), items: file },
      ui: {},
    }),
    signature: () => ({ schema: file, ui: widgetOf("signature") }),
    textarea: () => ({ schema: text, ui: { ...widgetOf("textarea"), ...toRows(field) } }),
    hidden: () => ({ schema: text, ui: widgetOf("hidden") }),
    text: () => toText(field, text),
  };
  const shape = Object.hasOwn(shapes, field.widget) ? shapes[field.widget] : undefined;
  if (!shape) draft.unmapped.push({ at: below(at, "widget"), reason: `a JSON Schema has no '${field.widget}'` });
  return shape?.() ?? { schema: text, ui: {} };
}

const defined = (keys: Readonly<Record<string, unknown>>): JsonSchema =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));

const toRows = (field: FormField): UiSchema =>
  typeof field["rows"] === "number" ? { "ui:options": { rows: field["rows"] } } : {};

/** The formats and widgets of the types of a text. */
function toText(field: FormField, text: JsonSchema): Shape {
  const formats: Readonly<Record<string, Shape>> = {
    email: { schema: { ...text, format: "email" }, ui: {} },
    url: { schema: { ...text, format: "uri" }, ui: {} },
    tel: { schema: text, ui: widgetOf("tel") },
    password: { schema: text, ui: widgetOf("password") },
  };
  return formats[String(field["type"])] ?? { schema: text, ui: {} };
}

const toWords = ({ yes, no }: FormField): JsonSchema =>
  yes === undefined && no === undefined
    ? {}
    : {
        oneOf: [
          { const: true, title: yes ?? "Yes" },
          { const: false, title: no ?? "No" },
        ],
      };

function toChoices({ options }: FormField, { findOptions, unmapped }: Draft, at: string): JsonSchema[] {
  if (options === undefined) return [];
  const items = findOptions(options)?.items;
  if (!items) unmapped.push({ at: below(at, "options"), reason: "a JSON Schema has fixed choices only" });
  return (items ?? []).map(({ value, label }) => ({ const: value, title: label }));
}
