import type { DataSchema, FormField } from "#engine/documents/form.ts";
import { fileTypes } from "#engine/documents/file-types.ts";
import { toDateShape } from "#engine/form/date-values.ts";
import { isOf, readUi, typesOf, type JsonSchema, type Making, type Placed } from "./json-schema.ts";
import { below, toId, toLabel } from "./left-over.ts";

/** How a property is asked, and the shape of what it holds. */
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
  email: "text",
  uri: "text",
  date: "date-picker",
  file: "file",
  checkbox: "checkbox",
};

/** The shape of a property that is no group and no list. A widget that is not known, and what is held otherwise here, are told. */
export function toShape(placed: Placed, making: Making): Shape {
  const { schema, at } = placed;
  const asked = String(readUi(placed.ui, "widget") ?? "");
  if (asked && !Object.hasOwn(widgets, asked))
    making.left.push({ at: `ui:${at}`, why: `the widget '${asked}' is not known here` });
  const wanted = widgets[asked];
  const tell = (key: string, why: string) => making.left.push({ at: below(at, key), why });
  if (isOf(schema, "boolean")) return toYesOrNo(placed, { wanted, making });
  if (isOf(schema, "number", "integer")) tell("type", "numbers are typed as digits, and held as text");
  if (typesOf(schema).length > 1) tell("type", "a value has one type here: it is held as text");
  const choices = listChoices(placed);
  if (choices) return toChoice(placed, { wanted, making }, choices);
  const format = String(schema["format"] ?? "");
  if (wanted === "date-picker" || format === "date") {
    tell("format", "a day is held as dd-MM-yyyy here, 21-11-2026");
    return { widget: "date-picker", data: { type: "string", format: "dd-MM-yyyy" }, more: {} };
  }
  if (wanted === "file" || format === "data-url")
    return { widget: "file", data: { type: "string", format: "file" }, more: { accept: [...fileTypes] } };
  const isHidden = wanted === "hidden";
  if (isOf(schema, "number", "integer")) {
    const data: DataSchema = { type: "string", pattern: "^[0-9]{1,15}$", maxLength: 15 };
    return isHidden
      ? { widget: "hidden", data, more: {} }
      : { widget: "text", data, more: { digits: true, maxLength: 15 } };
  }
  const types: Readonly<Record<string, string>> = { email: "email", uri: "url", tel: "tel" };
  if (format && !Object.hasOwn(types, format)) tell("format", `the format '${format}' is not judged here`);
  const type = asked === "password" ? "password" : types[format || asked];
  const maxLength = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 200;
  const data: DataSchema = {
    type: "string",
    maxLength,
    ...(typeof schema["minLength"] === "number" && { minLength: schema["minLength"] }),
    ...(typeof schema["pattern"] === "string" && { pattern: schema["pattern"] }),
  };
  return isHidden
    ? { widget: "hidden", data, more: {} }
    : { widget: "text", data, more: { maxLength, ...(type && { type }) } };
}

interface Asked {
  readonly wanted: string | undefined;
  readonly making: Making;
}
interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** A value of the schema as the form's data hold it. */
export function toHeld(value: unknown, { type, format }: DataSchema): unknown {
  if (type !== "string") return value;
  return format === undefined ? toChosen(value) : toDateShape(String(value), format);
}

const toChosen = (value: unknown): string => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** Whether it can only be a yes: a consent, which a person gives. */
export const isConsent = (schema: JsonSchema): boolean =>
  isOf(schema, "boolean") && [schema["enum"] ?? schema["const"]].flat().every((value) => value === true);

/** A box that must be ticked takes no 'no', so where one must answer, or either answer has a name, it is chosen. */
function toYesOrNo(placed: Placed, asked: Asked): Shape {
  const { schema, at, required } = placed;
  const { wanted, making } = asked;
  const named = listChoices(placed);
  const isChosen = required || named !== undefined || wanted === "radio" || wanted === "select";
  if (wanted === "hidden" || isConsent(schema) || schema["const"] !== undefined || !isChosen)
    return { widget: wanted === "hidden" ? "hidden" : "checkbox", data: { type: "boolean" }, more: {} };
  making.left.push({ at: below(at, "type"), why: "an answer that may be no is chosen, and held as 'yes' or 'no'" });
  const both = [true, false].map((value) => ({ value: toChosen(value), label: toLabel(toChosen(value)) }));
  return toChoice(placed, { making, wanted: wanted === "select" ? wanted : "radio" }, named ?? both);
}

function toChoice({ steps }: Placed, { wanted, making }: Asked, items: NamedChoice[]): Shape {
  const id = toId(`${making.id} ${steps.join(" ")}`);
  making.lists.push({
    $schema: "../meta/options.schema.json",
    kind: "options",
    id,
    description: "Choices of an imported field.",
    items,
  });
  return {
    widget: wanted === "radio" ? "radio" : "select",
    data: { type: "string", maxLength: 200 },
    more: { options: id },
  };
}

/** The choices of an enum, of a yes or no whose answers have names, or of a oneOf of constants with titles. */
export function listChoices({ schema, ui }: Pick<Placed, "schema" | "ui">): NamedChoice[] | undefined {
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
