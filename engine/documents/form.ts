import Type, { type Static, type TSchema } from "typebox";
import type { Rule, Expr } from "#engine/rules/evaluate.ts";
import { described } from "#engine/base/described.ts";
import { closed, document, pointer, ref, requiredText, rule, taking, text, value, values } from "./fragments.ts";
import { fileTypes } from "./file-types.ts";
import { ownPointers } from "./names.ts";
import { paperFactKinds, type PaperFactKind } from "./paper-facts.ts";
import type { Text } from "./text.ts";

/** The shape-only JSON Schema (draft-07) of form data: closed, no texts, no `required`, no `$ref`, no if/then. */
export interface DataSchema {
  type?: "object" | "string" | "number" | "integer" | "boolean" | "array";
  properties?: Record<string, DataSchema>;
  items?: DataSchema;
  enum?: (string | number | boolean)[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: false;
}

/** Attributes that every field may carry, whatever its widget; the engine reads them on both sides. */
export const fieldProperties = {
  at: described(pointer(), "The place of its value in the form's data: a JSON Pointer.", "/pincode"),
  label: described(text(), "What is asked; a message names the field by it.", "Pincode"),
  hideLabel: described(Type.Optional(Type.Boolean()), "The label is said to a screen reader and not drawn."),
  hint: described(text(), "A sentence below it that helps to fill it in.", "Six digits"),
  placeholder: described(text(), "What stands in it while it is empty.", "560001"),
  example: described(
    Type.Optional(Type.Union([Type.String(), Type.Number()])),
    "What a candidate could answer: forms that the sandbox and the workbench fill in themselves say it.",
    "Mira Works",
  ),
  when: described(rule(), "It is there only where this holds; what is gone is not submitted."),
  require: described(rule(), "It must be filled in where this holds.", true),
  readOnly: described(
    rule(),
    "It is shown and cannot be changed where this holds: it keeps what stood before, or else what it starts with.",
  ),
  value: described(value(), "What it is computed to be, on both sides; it is never typed.", {
    var: "profile.displayName",
  }),
  initial: described(value(), "What it starts with; the candidate may change it.", { var: "profile.displayName" }),
  fill: Type.Optional(
    closed(
      {
        call: described(ref("operation"), "The operation that is asked.", "pincodes.get"),
        with: described(values(), "Its arguments, by name.", { pincode: { var: "data.pincode" } }),
        when: described(rule(), "It is asked only where this holds.", { filled: { var: "data.pincode" } }),
        into: Type.Record(Type.String(), Type.String(), {
          description: "Where what it answers goes: JSON Pointers of this form by the key of the answer.",
          examples: [{ district: "/district", state: "/state" }],
        }),
      },
      {
        ...taking("call"),
        description:
          "An operation that offers values for other fields once this one is filled in; they may be changed.",
      },
    ),
  ),
  options: described(Type.Optional(ref("options")), "The id of the list to choose from."),
  sensitive: described(Type.Optional(Type.Boolean()), "It never reaches browser storage, a draft, an event or a log."),
  accept: described(
    Type.Optional(Type.Array(Type.Enum(fileTypes), { minItems: 1 })),
    "Content types of files that it takes; the server judges them too.",
  ),
  shows: Type.Optional(
    Type.Record(Type.String(), Type.Enum([...paperFactKinds]), {
      description:
        "What the paper is expected to show, by pointers of this form: a number, a year, a name of words, or a person's name. It is read, and what differs is warned of.",
      examples: [{ "/rollNumber": "number", "/passingYear": "year" }],
      minProperties: 1,
    }),
  ),
  dates: Type.Optional(
    closed(
      {
        disablePast: described(Type.Optional(Type.Boolean()), "No day before today can be chosen."),
        disableFuture: described(Type.Optional(Type.Boolean()), "No day after today can be chosen."),
        min: described(value(), "The first day that can be chosen.", { var: "data.startDate" }),
        max: described(value(), "The last day that can be chosen.", { var: "data.endDate" }),
      },
      { description: "Which days a date field takes." },
    ),
  ),
};

/** Attributes of a field as TypeScript sees them; the widget's own properties stand beside them. */
export interface FormField {
  at: string;
  widget: string;
  label?: Text;
  hideLabel?: boolean;
  hint?: Text;
  placeholder?: Text;
  when?: Rule;
  require?: Rule;
  readOnly?: Rule;
  value?: Expr;
  initial?: Expr;
  fill?: { call: string; with?: Record<string, Expr>; when?: Rule; into: Record<string, string> };
  options?: string;
  sensitive?: boolean;
  example?: string | number;
  accept?: string[];
  shows?: Record<string, PaperFactKind>;
  dates?: { disablePast?: boolean; disableFuture?: boolean; min?: Expr; max?: Expr };
  [widgetProperty: string]: unknown;
}
/** Fields under one heading, shown and hidden together. */
export interface FormSection {
  section: string;
  title?: Text;
  when?: Rule;
  fields: FormEntry[];
}
/** A sentence between fields. */
export interface FormNote {
  note: string;
  tone?: "info" | "warning" | "success";
  text: Text;
  when?: Rule;
}
/** Another form at a place of this one; its rules see their own `data`. */
export interface MountedForm {
  at: string;
  form: string;
  title?: Text;
  when?: Rule;
}
/** The fields of another form, as if they stood here: the same data, the same rules. */
export interface UsedFields {
  use: string;
  when?: Rule;
}
export type FormEntry = FormField | FormSection | FormNote | MountedForm | UsedFields;

/** A condition across fields. `assert` must hold where `when` does, else `message` stands at the field. */
const formCheck = () =>
  closed({
    id: Type.String({ description: "Tells the check from others of the form.", examples: ["ends-after-start"] }),
    at: described(pointer(), "The field at which the message stands.", "/endDate"),
    severity: described(
      Type.Optional(Type.Union([Type.Literal("error"), Type.Literal("warning")])),
      "A warning is said and does not hinder; error without it.",
    ),
    when: described(rule(), "It is judged only where this holds.", { filled: { var: "data.endDate" } }),
    assert: described(rule(), "What must hold.", { after: [{ var: "data.endDate" }, { var: "data.startDate" }] }),
    message: described(requiredText(), "What is said where it does not.", "The end must come after the start."),
  });

/** The shape of a form document; `fields` is closed per widget by to-meta.ts. */
export const formSchema = document(
  "form",
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "Raised when stored answers must be changed, with a migration that says how; 1 without it.",
        examples: [2],
      }),
    ),
    data: described(
      Type.Unsafe<DataSchema>({ $ref: "common.schema.json#/definitions/dataSchema" }),
      "The shape of its data: JSON Schema draft-07, closed, without texts.",
      { type: "object", additionalProperties: false, properties: { pincode: { type: "string", maxLength: 6 } } },
    ),
    fields: described(
      Type.Unsafe<FormEntry[]>({ type: "array", items: { $ref: "common.schema.json#/definitions/formEntry" } }),
      "What is drawn, in order: fields, sections, notes, other forms.",
      [{ at: "/pincode", widget: "text", label: "Pincode", require: true }],
    ),
    checks: Type.Optional(Type.Array(formCheck(), { description: "What must hold across fields." })),
    messages: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), requiredText()), {
        description: "Words in place of catalogues/validation: by pointer, then by keyword.",
        examples: [{ "/pincode": { pattern: "A pincode has six digits." } }],
      }),
    ),
  },
  { allOf: [ownPointers as TSchema] },
);

/** What is filled in: shape, fields in order, checks, messages. */
export type FormDocument = Static<typeof formSchema>;
