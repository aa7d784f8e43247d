import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";
import { fileTypes } from "#engine/core/definitions/file-types.ts";
import { findDateShape, toDateShape } from "#engine/core/form/date-values.ts";
import {
  isOf,
  readUi,
  typesOf,
  type JsonSchema,
  type UiSchema,
  type SchemaImport,
  type PlacedProperty,
} from "./json-schema.ts";
import { signatureData } from "./signature-data.ts";
import { below, toId, toLabel } from "./unmapped.ts";

/** The widget of a property, and the shape of its value. */
export interface Shape {
  readonly widget: string;
  readonly data: DataSchema;
  readonly more: Partial<FormField>;
}

const widgets: Readonly<Record<string, string>> = {
  radio: "radio",
  select: "select",
  hidden: "hidden",
  password: "text",
  text: "text",
  textarea: "textarea",
  email: "text",
  uri: "text",
  date: "date-picker",
  file: "file",
  signature: "signature",
  checkbox: "checkbox",
  checkboxes: "checkboxes",
  tel: "text",
  updown: "number",
  range: "number",
};

/**
 * Returns widget and shape of a property that is neither a group nor a list. Reports unknown widgets and changed types.
 */
export function toShape(placed: PlacedProperty, draft: SchemaImport): Shape {
  const { schema, at } = placed;
  const widgetName = String(readUi(placed.ui, "widget") ?? "");
  if (widgetName && !Object.hasOwn(widgets, widgetName))
    draft.unmapped.push({ at: `ui:${at}`, reason: `unknown widget '${widgetName}'` });
  const wanted = widgets[widgetName];
  const report = (key: string, reason: string) => draft.unmapped.push({ at: below(at, key), reason });
  if (isOf(schema, "boolean")) return toYesOrNo(placed, wanted);
  if (isOf(schema, "array")) return toChoices(placed, draft);
  if (typesOf(schema).length > 1) report("type", "a value has one type: it is stored as text");
  const choices = listChoices(placed);
  if (choices && isOf(schema, "number", "integer")) report("type", "a choice of numbers is stored as text");
  if (choices) return toChoice(placed, { wanted, draft }, choices);
  const format = String(schema["format"] ?? "");
  if (wanted === "date-picker" || format === "date") {
    report("format", "a date is stored as dd-MM-yyyy: 21-11-2026");
    return { widget: "date-picker", data: { type: "string", format: "dd-MM-yyyy" }, more: {} };
  }
  if (wanted === "signature") return { widget: wanted, data: signatureData, more: {} };
  if (wanted === "file" || format === "data-url")
    return { widget: "file", data: { type: "string", format: "file" }, more: { accept: [...fileTypes] } };
  const isHidden = wanted === "hidden";
  if (isOf(schema, "number", "integer"))
    return { widget: isHidden ? "hidden" : "number", data: toNumber(schema), more: {} };
  const types: Readonly<Record<string, string>> = { email: "email", uri: "url", tel: "tel" };
  if (format && !Object.hasOwn(types, format)) report("format", `the format '${format}' is not validated`);
  const type = widgetName === "password" ? "password" : types[format || widgetName];
  const maxLength = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 200;
  const data: DataSchema = {
    type: "string",
    maxLength,
    ...(typeof schema["minLength"] === "number" && { minLength: schema["minLength"] }),
    ...(typeof schema["pattern"] === "string" && { pattern: schema["pattern"] }),
  };
  if (isHidden) return { widget: "hidden", data, more: {} };
  return wanted === "textarea"
    ? { widget: wanted, data: { ...data, format: "lines" }, more: { maxLength, ...toRows(placed.ui) } }
    : { widget: "text", data, more: { maxLength, ...(type && { type }) } };
}

function toRows(ui: UiSchema): { rows?: number } {
  const rows = readUi(ui, "rows");
  return typeof rows === "number" ? { rows: Math.min(20, Math.max(2, Math.round(rows))) } : {};
}

/** Bounds and step of a number are the same in both languages. */
function toNumber(schema: JsonSchema): DataSchema {
  const isWhole = isOf(schema, "integer");
  const bounds = (["minimum", "maximum", "multipleOf"] as const).flatMap((key) =>
    typeof schema[key] === "number" ? [[key, schema[key]] as const] : [],
  );
  return { type: isWhole ? "integer" : "number", ...Object.fromEntries(bounds) };
}

interface ShapeRequest {
  readonly wanted: string | undefined;
  readonly draft: SchemaImport;
}
interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** Converts a value of the schema into the type of the form data. */
export function toPlainSchema(value: unknown, { type, format, items }: DataSchema): unknown {
  if (Array.isArray(value) && items) return value.map((one) => toPlainSchema(one, items));
  if (type !== "string") return value;
  return format !== undefined && findDateShape(format) ? toDateShape(String(value), format) : toChosen(value);
}

const toChosen = (value: unknown): string => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** Returns whether the value can only be true: a consent. */
export const isConsent = (schema: JsonSchema): boolean =>
  isOf(schema, "boolean") && [schema["enum"] ?? schema["const"]].flat().every((value) => value === true);

/** A required checkbox cannot mean 'no': a required boolean, or one with labelled answers, is a question. */
function toYesOrNo(placed: PlacedProperty, wanted: string | undefined): Shape {
  const { schema, requiredInBranch } = placed;
  const data: DataSchema = { type: "boolean" };
  const named = listChoices(placed);
  const isAsked = requiredInBranch || named !== undefined || wanted === "radio" || wanted === "select";
  if (wanted === "hidden" || isConsent(schema) || schema["const"] !== undefined || !isAsked)
    return { widget: wanted === "hidden" ? "hidden" : "checkbox", data, more: {} };
  const words = (named ?? [])
    .filter(({ value, label }) => label !== toLabel(value))
    .map(({ value, label }) => [value, label] as const);
  return { widget: "yes-no", data, more: Object.fromEntries(words) };
}

function toChoice(placed: PlacedProperty, { wanted, draft }: ShapeRequest, items: NamedChoice[]): Shape {
  return {
    widget: wanted === "radio" ? "radio" : "select",
    data: oneChoice,
    more: { options: addOptions(placed, draft, items) },
  };
}
const oneChoice: DataSchema = { type: "string", maxLength: 200 };

/** An array of fixed values: any number of them may be chosen. */
function toChoices(placed: PlacedProperty, draft: SchemaImport): Shape {
  const { schema, at } = placed;
  const items = schema["items"] as JsonSchema;
  const choices = listChoices({ schema: items, ui: placed.ui }) ?? [];
  if (isOf(items, "number", "integer"))
    draft.unmapped.push({ at: below(at, "items", "type"), reason: "a choice of numbers is stored as text" });
  const [minItems, maxItems] = ["minItems", "maxItems"].map((key) => schema[key]);
  return {
    widget: "checkboxes",
    data: {
      type: "array",
      items: oneChoice,
      ...(typeof minItems === "number" && minItems > 0 && { minItems }),
      maxItems: typeof maxItems === "number" ? maxItems : choices.length,
    },
    more: { options: addOptions(placed, draft, choices) },
  };
}

function addOptions({ steps }: PlacedProperty, draft: SchemaImport, items: NamedChoice[]): string {
  const id = toId(`${draft.id} ${steps.join(" ")}`);
  draft.lists.push({
    $schema: "../meta/options.schema.json",
    kind: "options",
    id,
    description: "Choices of an imported field.",
    items,
  });
  return id;
}

/** Returns the choices of an enum, of a boolean with labelled answers, or of a oneOf of titled constants. */
export function listChoices({ schema, ui }: Pick<PlacedProperty, "schema" | "ui">): NamedChoice[] | undefined {
  const names = (readUi(ui, "enumNames") ?? schema["enumNames"]) as readonly string[] | undefined;
  const values = schema["enum"] ?? (names && isOf(schema, "boolean") ? [true, false] : undefined);
  if (Array.isArray(values))
    return values.map((value, index) => ({
      value: toChosen(value),
      label: names?.[index] ?? toLabel(toChosen(value)),
    }));
  const oneOf = schema["oneOf"] as readonly JsonSchema[] | undefined;
  if (!oneOf?.every((one) => one["const"] !== undefined)) return undefined;
  return oneOf.map(({ const: value, title }) => ({ value: toChosen(value), label: String(title ?? toChosen(value)) }));
}
