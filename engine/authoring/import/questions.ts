import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import type { Condition, Steps } from "./conditions.ts";
import { fromJsonSchema } from "./from-json-schema.ts";
import { source, type JsonSchema, type Source, type UiSchema } from "./json-schema.ts";
import type { Imported, Unmapped } from "./unmapped.ts";

/** What a question of another form engine asks for. */
export type QuestionKind = keyof typeof kinds | "group" | "list";

/** A question of another form engine, in words that all of them share. */
export interface Question {
  readonly key: string;
  /** Its place in the file. */
  readonly at: string;
  readonly kind: QuestionKind;
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly when?: Condition | undefined;
  readonly require?: Condition | boolean | undefined;
  readonly initial?: unknown;
  readonly isReadOnly?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[] | undefined;
  readonly limits?: Readonly<Record<string, unknown>> | undefined;
  /** A question of the kind file or select that takes several. */
  readonly isSeveral?: boolean;
  /** The heading of a row of a list, with `{n}` for its number; the label of the button that adds one. */
  readonly item?: string | undefined;
  readonly add?: string | undefined;
  /** The questions of a group or of a row. */
  readonly questions?: readonly Question[];
  /** A group whose answers belong to the data of the group around it. */
  readonly isFlat?: boolean;
  /** A flat group that is one step of the form. */
  readonly isPage?: boolean;
}

/** A form of another engine as questions. */
export interface QuestionForm {
  readonly title?: string | undefined;
  readonly questions: readonly Question[];
  readonly unmapped: readonly Unmapped[];
}

/** The place of a question: in the file, in the data, and what an importer could not convert so far. */
export interface QuestionPlace {
  readonly at: string;
  readonly unmapped: Unmapped[];
  /** The steps to the data of the group or row around it. */
  readonly steps: Steps;
  /** The row of a list around it: its steps, and the names of its questions. */
  readonly row?: { readonly steps: Steps; readonly names: ReadonlySet<string> };
}

/** The place of the questions in a row of the list `key`. */
export function toRowPlace({ steps, ...place }: QuestionPlace, key: string, names: readonly string[]): QuestionPlace {
  const inside = [...steps, key, anyRow];
  return { ...place, steps: inside, row: { steps: inside, names: new Set(names) } };
}

/** The steps to a value by its name in a condition: a value of the same row comes before one of the form. */
export function findNamed({ row }: QuestionPlace, name: string): Steps {
  const steps = name.split(".");
  return row?.names.has(steps[0]!) ? [...row.steps, ...steps] : steps;
}

/** The schema and the widget of each kind of question. */
const kinds = {
  text: { schema: { type: "string" } },
  textarea: { schema: { type: "string" }, widget: "textarea" },
  password: { schema: { type: "string" }, widget: "password" },
  email: { schema: { type: "string", format: "email" } },
  phone: { schema: { type: "string" }, widget: "tel" },
  url: { schema: { type: "string", format: "uri" } },
  number: { schema: { type: "number" } },
  integer: { schema: { type: "integer" } },
  date: { schema: { type: "string", format: "date" } },
  file: { schema: { type: "string", format: "data-url" } },
  signature: { schema: { type: "string", format: "data-url" }, widget: "signature" },
  checkbox: { schema: { type: "boolean" } },
  "yes-no": { schema: { type: "boolean" }, widget: "radio" },
  select: { schema: { type: "string" }, widget: "select" },
  checkboxes: { schema: { type: "string" }, widget: "checkboxes" },
  radio: { schema: { type: "string" }, widget: "radio" },
} as const satisfies Readonly<Record<string, { schema: JsonSchema; widget?: string }>>;

/** Converts questions into a form definition and option lists. */
export function fromQuestions(
  id: string,
  { title, questions, unmapped }: QuestionForm,
): Imported<FormDefinition | OptionsDefinition> {
  const { schema, ui } = toGroup(questions);
  const made = fromJsonSchema(id, { ...schema, ...(title !== undefined && { title }) }, ui);
  return { documents: made.documents, unmapped: [...unmapped, ...made.unmapped] };
}

function toGroup(questions: readonly Question[]): { schema: JsonSchema; ui: UiSchema } {
  const built = questions.map((question) => [question.key, toProperty(question)] as const);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(built.map(([key, { schema }]) => [key, schema])),
      required: questions.filter(({ require }) => require === true).map(({ key }) => key),
    },
    ui: Object.fromEntries(built.map(([key, { ui }]) => [key, ui])),
  };
}

function toProperty(question: Question): { schema: JsonSchema; ui: UiSchema } {
  const { kind, label, hint, placeholder, isReadOnly, isHidden, at, when, require, isFlat, isPage } = question;
  const from: Source = {
    at,
    ...(when && { when }),
    ...(typeof require === "object" && { require }),
    ...(isFlat && { isFlat }),
    ...(kind === "list" && {
      list: { ...(question.item && { item: question.item }), ...(question.add && { add: question.add }) },
    }),
    ...(isPage && { isPage }),
  };
  const title = label ? { title: label } : {};
  if (kind === "group" || kind === "list") {
    const { schema, ui } = toGroup(question.questions ?? []);
    if (kind === "group") return { schema: { ...schema, ...title, [source]: from } as JsonSchema, ui };
    const about = { ...title, ...(hint && { description: hint }) };
    const bounds = { ...(require === true && { minItems: 1 }), ...question.limits };
    return {
      schema: { type: "array", items: schema, ...about, ...bounds, [source]: from } as JsonSchema,
      ui: { items: ui },
    };
  }
  const { schema: one, widget }: { schema: JsonSchema; widget?: string } = kinds[kind];
  const schema = question.isSeveral && kind === "file" ? { type: "array", items: one } : one;
  const { choices, initial, limits } = question;
  const isOfNumbers = choices?.some(({ value }) => typeof value === "number");
  const oneOf = choices?.map((choice) => ({ const: choice.value, title: choice.label }));
  return {
    schema: {
      ...(kind === "checkboxes"
        ? { type: "array", items: { ...schema, ...(isOfNumbers && { type: "number" }), oneOf: oneOf ?? [] } }
        : { ...schema, ...(isOfNumbers && { type: "number" }), ...(oneOf && { oneOf }) }),
      ...title,
      ...(hint && { description: hint }),
      ...(initial !== undefined && { default: initial }),
      ...limits,
      [source]: from,
    } as JsonSchema,
    ui: {
      ...(isHidden ? { "ui:widget": "hidden" } : widget && { "ui:widget": widget }),
      ...(placeholder && { "ui:placeholder": placeholder }),
      ...(isReadOnly && { "ui:readonly": true }),
    },
  };
}

/** The limits of a question that are set, under the keywords of a schema. */
export const toLimits = (limits: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(limits).filter(([, value]) => value !== undefined && value !== "" && value !== null),
  );
