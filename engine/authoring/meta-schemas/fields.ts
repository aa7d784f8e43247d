import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described } from "#engine/core/definitions/about.ts";
import { fieldProperties } from "#engine/core/definitions/form.ts";
import { mostRows, usualRows } from "#engine/core/form/lists.ts";
import { nameReference } from "#engine/core/definitions/names.ts";
import type { WidgetContract } from "#engine/core/definitions/props.ts";
import { propsToSchema, withLine } from "./props.ts";
import { namedBy, snippet } from "./snippets.ts";
import { local } from "./texts.ts";

const free = { "^x-": {} };
const formName = { type: "string", "x-ref": "form", allOf: [nameReference("form")] };

/** Keys that identify the kind of a form entry. */
const entryKeys = ["widget", "section", "page", "note", "list", "form", "use"] as const;

type Widgets = Readonly<Record<string, Described<WidgetContract>>>;

const entryWhen = {
  ...local("rule"),
  description: "The field is present only where this is true; an absent field is not submitted.",
};

/** Definitions of form entries: fields (each closed by its widget), sections, pages, notes, lists, other forms. */
export function fieldDefinitions(widgets: Widgets): JsonSchema {
  const common = JSON.parse(JSON.stringify(fieldProperties)) as Record<string, JsonSchema>;
  const entries = { section: "formSection", page: "formPage", note: "formNote", list: "formList", use: "usedFields" };
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
        section: withLine({ type: "string" }, ["The id of the section.", "period"]),
        title: withLine(local("text"), ["Its heading.", "When you studied"]),
        when: entryWhen,
        fields: withLine({ type: "array", items: local("formEntry") }, ["The fields, in order.", []]),
      },
    },
    formPage: pageDefinition(),
    formNote: {
      type: "object",
      required: ["note", "text"],
      additionalProperties: false,
      properties: {
        note: withLine({ type: "string" }, ["The id of the note.", "papers"]),
        tone: withLine({ enum: ["info", "warning", "success"] }, "The colour, by meaning."),
        text: withLine(local("text"), ["The text.", "Have your marksheet at hand."]),
        when: entryWhen,
      },
    },
    formList: listDefinition(common["at"]!),
    usedFields: {
      type: "object",
      required: ["use"],
      additionalProperties: false,
      properties: {
        use: withLine(formName, "The id of the form whose fields are inserted here."),
        when: entryWhen,
      },
    },
    mountedForm: {
      type: "object",
      required: ["at", "form"],
      additionalProperties: false,
      properties: {
        at: common["at"],
        form: withLine(formName, "The id of the form at this place; its rules read the data below this place."),
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

/** The definition of a step of a form. */
const pageDefinition = (): JsonSchema => ({
  type: "object",
  required: ["page", "title", "fields"],
  additionalProperties: false,
  properties: {
    page: withLine({ type: "string", pattern: "^[a-z][a-z0-9-]{0,39}$" }, [
      "The id of the page; the address of the step ends with ?page=<id>.",
      "jobs",
    ]),
    title: withLine(local("text"), ["Its heading, after 'Step 2 of 4:'.", "Your jobs"]),
    when: withLine(entryWhen, "The step exists only where this is true; without it its fields are absent."),
    fields: withLine({ type: "array", items: local("formEntry") }, ["The fields of the step, in order.", []]),
  },
});

/** The definition of a repeating group. */
const listDefinition = (at: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["list", "item", "add", "fields"],
  additionalProperties: false,
  properties: {
    list: withLine({ ...at }, ["The place of its rows in the form data, an array of objects.", "/jobs"]),
    title: withLine(local("text"), ["Its heading.", "Where you worked"]),
    hint: withLine(local("text"), ["A hint below the heading.", "Start with the latest."]),
    item: withLine({ ...local("text"), "x-placeholders": ["n"] }, [
      "The heading of a row; {n} is its number.",
      "Job {n}",
    ]),
    add: withLine(local("text"), ["The label of the button that adds a row.", "Add another job"]),
    min: withLine({ type: "integer", minimum: 0, maximum: mostRows }, ["The rows that are always there.", 1]),
    max: withLine({ type: "integer", minimum: 1, maximum: mostRows }, [`The most rows; ${usualRows} without it.`, 10]),
    when: entryWhen,
    fields: withLine({ type: "array", items: local("formEntry") }, [
      "The fields of a row, by places in the row. Rules read it as row, the one before as previous.",
      [],
    ]),
  },
});

/** A field of one widget; properties that only some widgets read exist only there. */
function fieldOf(
  name: string,
  { contract, about }: Described<WidgetContract>,
  common: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const { properties, required } = propsToSchema(contract.props, about.props);
  const { options, accept, shows, ...shared } = common;
  const { needsOptions, acceptsFiles, valueType, several, writes, live, hidden: undrawn } = contract;
  const own = { ...(needsOptions ? { options } : {}), ...(acceptsFiles ? { accept } : {}) };
  return {
    ...withLine({}, about.is),
    type: "object",
    required: ["at", "widget", ...Object.keys(own), ...required],
    additionalProperties: false,
    patternProperties: free,
    properties: {
      ...shared,
      ...own,
      ...(acceptsFiles ? { shows } : {}),
      widget: withLine({ const: name }, about.is),
      ...properties,
    },
    "x-takes": valueType,
    ...(several ? { "x-several": several } : {}),
    ...(writes ? { "x-writes": writes } : {}),
    ...(live ? { "x-live": live } : {}),
    ...(undrawn ? { "x-undrawn": true } : {}),
  };
}

const widgetName = (widgets: Widgets): JsonSchema => withLine(namedBy(widgets), "A field: the widget for its value.");

/** Keys that an editor offers in an entry whose kind is still open. */
const entryLines = (widgets: Widgets): Record<string, JsonSchema> => ({
  at: { description: "The place in the form data: a JSON Pointer." },
  widget: widgetName(widgets),
  section: { description: "Fields under one heading, shown and hidden together." },
  page: { description: "One step of the form, with its heading." },
  note: { description: "A sentence between fields." },
  list: { description: "A repeating group: the same fields for each row of a list." },
  form: { description: "Another form at a place in the data of this one." },
  use: { description: "The fields of another form, inserted here." },
});

const entrySnippets = (widgets: Widgets): JsonSchema[] => [
  ...Object.entries(widgets).map(([name, { contract, about }]) => {
    const options = contract.needsOptions ? { options: "$3" } : {};
    const accept = contract.acceptsFiles ? { accept: ["$3"] } : {};
    const label = contract.hidden ? {} : { label: "$2" };
    return snippet(name, about.is, { at: "/$1", widget: name, ...label, ...options, ...accept }, contract.props);
  }),
  snippet("section", "Fields under one heading.", { section: "$1", title: "$2", fields: ["^$3"] }, {}),
  snippet("page", "One step of the form.", { page: "$1", title: "$2", fields: ["^$3"] }, {}),
  snippet("note", "A sentence between fields.", { note: "$1", text: "$2" }, {}),
  snippet(
    "list",
    "A repeating group of fields.",
    { list: "/$1", title: "$2", item: "$3 {n}", add: "Add another", fields: ["^$4"] },
    {},
  ),
  snippet("form", "Another form at a place in the data of this one.", { at: "/$1", form: "$2" }, {}),
  snippet("use", "The fields of another form.", { use: "$1" }, {}),
];

/** A minimum or maximum number. */
const count = (line: string, example: number): JsonSchema => withLine({ type: "integer", minimum: 0 }, [line, example]);

/** The schema of a form's data schema: draft-07, shape only. */
export function dataSchemaDefinition(): JsonSchema {
  const types = ["object", "string", "number", "integer", "boolean", "array"];
  const values = { type: "object", additionalProperties: local("dataSchema") };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      type: withLine({ enum: types }, "The type of the value."),
      properties: withLine(values, ["The values of an object, by name.", { pincode: { type: "string" } }]),
      items: withLine(local("dataSchema"), ["The shape of each element.", { type: "string" }]),
      enum: withLine({ type: "array", minItems: 1 }, ["The allowed values.", ["full-time", "part-time"]]),
      pattern: withLine({ type: "string", "x-slot": "pattern" }, [
        "The pattern that a text must match.",
        "^[1-9][0-9]{5}$",
      ]),
      format: withLine({ type: "string" }, ["The format of a text; the widget uses it too.", "dd-MM-yyyy", "file"]),
      minLength: count("The minimum length of a text.", 1),
      maxLength: count("The maximum length of a text; the control uses it too.", 80),
      minItems: count("The minimum length of a list.", 1),
      maxItems: count("The maximum length of a list.", 5),
      minimum: withLine({ type: "number" }, ["The minimum of a number.", 0]),
      maximum: withLine({ type: "number" }, ["The maximum of a number.", 100]),
      multipleOf: withLine({ type: "number", exclusiveMinimum: 0 }, [
        "The step of a number: 0.5 accepts 1.5, but not 1.2.",
        0.5,
      ]),
      additionalProperties: withLine({ const: false }, "An object is closed: it has no other keys."),
    },
  };
}
