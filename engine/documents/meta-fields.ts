import type { JsonSchema } from "#engine/base/known.ts";
import { fieldProperties } from "./form.ts";
import { propsToSchema, withLine } from "./meta-props.ts";
import { local } from "./meta-words.ts";
import type { Described } from "./about.ts";
import { namedBy, snippet } from "./meta-snippets.ts";
import { nameOf } from "./names.ts";
import type { WidgetContract } from "./props.ts";

const free = { "^x-": {} };
const formName = { type: "string", "x-ref": "form", allOf: [nameOf("form")] };

/** The keys that tell what an entry of a form is. */
const entryKeys = ["widget", "section", "note", "form", "use"] as const;

type Widgets = Readonly<Record<string, Described<WidgetContract>>>;

const entryWhen = {
  ...local("rule"),
  description: "It is there only where this holds; what is gone is not submitted.",
};

/** Entries of a form: fields, each closed by its widget, sections, notes, other forms. */
export function fieldDefinitions(widgets: Widgets): JsonSchema {
  const common = JSON.parse(JSON.stringify(fieldProperties)) as Record<string, JsonSchema>;
  const entries = { section: "formSection", note: "formNote", use: "usedFields" };
  const definitions: Record<string, JsonSchema> = {
    formEntry: {
      type: "object",
      anyOf: entryKeys.map((key) => ({ required: [key] })),
      allOf: [
        { if: { required: ["widget"] }, then: { properties: { widget: widgetName(widgets) } } },
        ...Object.keys(widgets).map((name) => ({
          if: { required: ["widget"], properties: { widget: { const: name } } },
          then: local(`widget-${name}`),
        })),
        ...Object.entries(entries).map(([key, definition]) => ({ if: { required: [key] }, then: local(definition) })),
        { if: { required: ["form"], not: { required: ["widget"] } }, then: local("mountedForm") },
      ],
      if: { anyOf: entryKeys.map((key) => ({ required: [key] })) },
      else: { properties: entryLines(widgets) },
      defaultSnippets: entrySnippets(widgets),
    },
    formSection: {
      type: "object",
      required: ["section", "fields"],
      additionalProperties: false,
      properties: {
        section: withLine({ type: "string" }, ["Tells the section from others of the form.", "period"]),
        title: withLine(local("text"), ["Its heading.", "When you studied"]),
        when: entryWhen,
        fields: withLine({ type: "array", items: local("formEntry") }, ["What stands in it, in order.", []]),
      },
    },
    formNote: {
      type: "object",
      required: ["note", "text"],
      additionalProperties: false,
      properties: {
        note: withLine({ type: "string" }, ["Tells the note from others of the form.", "papers"]),
        tone: withLine({ enum: ["info", "warning", "success"] }, "How it is coloured, by what it means."),
        text: withLine(local("text"), ["What is said.", "Have your marksheet at hand."]),
        when: entryWhen,
      },
    },
    usedFields: {
      type: "object",
      required: ["use"],
      additionalProperties: false,
      properties: {
        use: withLine(formName, "The id of the form whose fields stand here as if they were this form's own."),
        when: entryWhen,
      },
    },
    mountedForm: {
      type: "object",
      required: ["at", "form"],
      additionalProperties: false,
      properties: {
        at: common["at"],
        form: withLine(formName, "The id of the form that is filled in at this place; its rules see their own data."),
        title: withLine(local("text"), ["Its heading.", "Address"]),
        when: entryWhen,
      },
    },
  };
  for (const [name, widget] of Object.entries(widgets)) {
    definitions[`widget-${name}`] = fieldOf(name, widget, common);
  }
  return definitions;
}

/** What only some widgets read stands only in their fields. */
function fieldOf(
  name: string,
  { contract, about }: Described<WidgetContract>,
  common: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const { properties, required } = propsToSchema(contract.props, about.props);
  const { options, accept, shows, ...shared } = common;
  const { takesOptions, takesFiles, takes, writes, live, undrawn } = contract;
  const own = { ...(takesOptions ? { options } : {}), ...(takesFiles ? { accept } : {}) };
  return {
    ...withLine({}, about.is),
    type: "object",
    required: ["at", "widget", ...Object.keys(own), ...required],
    additionalProperties: false,
    patternProperties: free,
    properties: {
      ...shared,
      ...own,
      ...(takesFiles ? { shows } : {}),
      widget: withLine({ const: name }, about.is),
      ...properties,
    },
    "x-takes": takes,
    ...(writes ? { "x-writes": writes } : {}),
    ...(live ? { "x-live": live } : {}),
    ...(undrawn ? { "x-undrawn": true } : {}),
  };
}

const widgetName = (widgets: Widgets): JsonSchema => withLine(namedBy(widgets), "A field: how its value is given.");

/** What may be written in an entry that does not say yet what it is. */
const entryLines = (widgets: Widgets): Record<string, JsonSchema> => ({
  at: { description: "The place in the form's data: a JSON Pointer." },
  widget: widgetName(widgets),
  section: { description: "Fields under one heading, shown and hidden together." },
  note: { description: "A sentence between fields." },
  form: { description: "Another form at a place of this one." },
  use: { description: "The fields of another form, as if they stood here." },
});

const entrySnippets = (widgets: Widgets): JsonSchema[] => [
  ...Object.entries(widgets).map(([name, { contract, about }]) => {
    const options = contract.takesOptions ? { options: "$3" } : {};
    const accept = contract.takesFiles ? { accept: ["$3"] } : {};
    const label = contract.undrawn ? {} : { label: "$2" };
    return snippet(name, about.is, { at: "/$1", widget: name, ...label, ...options, ...accept }, contract.props);
  }),
  snippet("section", "Fields under one heading.", { section: "$1", title: "$2", fields: ["^$3"] }, {}),
  snippet("note", "A sentence between fields.", { note: "$1", text: "$2" }, {}),
  snippet("form", "Another form at a place of this one.", { at: "/$1", form: "$2" }, {}),
  snippet("use", "The fields of another form.", { use: "$1" }, {}),
];

/** A count that a value may reach, or must. */
const count = (line: string, example: number): JsonSchema => withLine({ type: "integer", minimum: 0 }, [line, example]);

/** The shape of form data: draft-07, shape only. */
export function dataSchemaDefinition(): JsonSchema {
  const types = ["object", "string", "number", "integer", "boolean", "array"];
  const values = { type: "object", additionalProperties: local("dataSchema") };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      type: withLine({ enum: types }, "What kind of value it is."),
      properties: withLine(values, ["The values of an object, by name.", { pincode: { type: "string" } }]),
      items: withLine(local("dataSchema"), ["What each element of a list is.", { type: "string" }]),
      enum: withLine({ type: "array", minItems: 1 }, ["The only values that it can have.", ["full-time", "part-time"]]),
      pattern: withLine({ type: "string", "x-slot": "pattern" }, ["What a text must match.", "^[1-9][0-9]{5}$"]),
      format: withLine({ type: "string" }, ["What a text is; the widget obeys it.", "dd-MM-yyyy", "file"]),
      minLength: count("How many characters a text has at least.", 1),
      maxLength: count("How many characters a text has at most; the control obeys it.", 80),
      minItems: count("How many elements a list has at least.", 1),
      maxItems: count("How many elements a list has at most.", 5),
      minimum: withLine({ type: "number" }, ["The least number.", 0]),
      maximum: withLine({ type: "number" }, ["The greatest number.", 100]),
      additionalProperties: withLine({ const: false }, "An object is closed: no value but those named."),
    },
  };
}
