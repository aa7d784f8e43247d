import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { Rule, Expr } from "#engine/core/rules/evaluate.ts";
import { documentFactKinds, type DocumentFactKind } from "./document-facts.ts";
import { fileTypes } from "./file-types.ts";
import {
  closed,
  computed,
  defineKind,
  pointer,
  ref,
  requiredText,
  rule,
  completingArguments,
  text,
  value,
  values,
} from "./fragments.ts";
import { ownPointers } from "./names.ts";
import type { Text, TextTemplate } from "./text.ts";

/** JSON Schema (draft-07) of form data, shape only: closed, no texts, no `required`, no `$ref`, no if/then. */
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
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: false;
}

/** Properties of every field, independent of its widget. Page and server both read them. */
export const fieldProperties = {
  at: described(pointer(), "The place of its value in the form data: a JSON Pointer.", "/pincode"),
  label: described(text(), "The label; messages name the field by it.", "Pincode"),
  hideLabel: described(Type.Optional(Type.Boolean()), "The label is for screen readers only."),
  hint: described(text(), "A hint below the field.", "Six digits"),
  placeholder: described(text(), "The placeholder of the empty control.", "560001"),
  example: described(
    Type.Optional(Type.Union([Type.String(), Type.Number()])),
    "A valid answer; the sandbox and the workbench fill in the form with it.",
    "Mira Works",
  ),
  when: described(rule(), "The field is present only where this is true; an absent field is not submitted."),
  require: described(rule(), "A value is required where this is true.", true),
  readOnly: described(
    rule(),
    "The field is read-only where this is true: it keeps its former value, else its initial one.",
  ),
  value: described(
    computed(),
    "A computed value, on page and server; the candidate cannot type it. It may be a sentence with placeholders.",
    { var: "profile.displayName" },
  ),
  initial: described(value(), "The initial value; the candidate may change it.", { var: "profile.displayName" }),
  fill: Type.Optional(
    closed(
      {
        call: described(ref("operation"), "The operation to call.", "pincodes.get"),
        with: described(values(), "Its arguments, by name.", { pincode: { var: "data.pincode" } }),
        when: described(rule(), "The call is made only where this is true.", { filled: { var: "data.pincode" } }),
        into: Type.Record(Type.String(), Type.String(), {
          description: "The fields to fill: JSON Pointers of this form, by the key of the answer.",
          examples: [{ district: "/district", state: "/state" }],
        }),
      },
      {
        ...completingArguments("call"),
        description: "An operation that fills other fields from this one; the candidate may change them.",
      },
    ),
  ),
  options: described(Type.Optional(ref("options")), "The id of the option list."),
  sensitive: described(
    Type.Optional(Type.Boolean()),
    "The value never reaches browser storage, drafts, events or logs.",
  ),
  accept: described(
    Type.Optional(Type.Array(Type.Enum(fileTypes), { minItems: 1 })),
    "The accepted content types; the server checks them too.",
  ),
  shows: Type.Optional(
    Type.Record(Type.String(), Type.Enum([...documentFactKinds]), {
      description:
        "The facts that the document must show, by pointers of this form; other recognised text gives a warning.",
      examples: [{ "/rollNumber": "number", "/passingYear": "year" }],
      minProperties: 1,
    }),
  ),
  dates: Type.Optional(
    closed(
      {
        disablePast: described(Type.Optional(Type.Boolean()), "Days before today are disabled."),
        disableFuture: described(Type.Optional(Type.Boolean()), "Days after today are disabled."),
        min: described(value(), "The first enabled day.", { var: "data.startDate" }),
        max: described(value(), "The last enabled day.", { var: "data.endDate" }),
      },
      { description: "The range of a date field." },
    ),
  ),
};

/** A field in TypeScript; the widget's own properties are further keys. */
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
  value?: Expr | TextTemplate;
  initial?: Expr;
  fill?: { call: string; with?: Record<string, Expr>; when?: Rule; into: Record<string, string> };
  options?: string;
  sensitive?: boolean;
  example?: string | number;
  accept?: string[];
  shows?: Record<string, DocumentFactKind>;
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
/** One step of a form: its fields are filled in before the next page. A form with pages has all its fields in pages. */
export interface FormPage {
  page: string;
  title: Text;
  when?: Rule;
  fields: FormEntry[];
}
/** A paragraph between fields. */
export interface FormNote {
  note: string;
  tone?: "info" | "warning" | "success";
  text: Text;
  when?: Rule;
}
/** A repeating group: the same fields for each row of an array of objects. Their rules read the row as `row`. */
export interface FormList {
  list: string;
  title?: Text;
  hint?: Text;
  /** The heading of a row; `{n}` is its number. */
  item: Text;
  /** The label of the button that adds a row. */
  add: Text;
  min?: number;
  max?: number;
  when?: Rule;
  fields: FormEntry[];
}
/** Another form mounted at a pointer of this one; its rules see their own `data`. */
export interface MountedForm {
  at: string;
  form: string;
  title?: Text;
  when?: Rule;
}
/** The fields of another form, inlined: same data, same rules. */
export interface UsedFields {
  use: string;
  when?: Rule;
}
export type FormEntry = FormField | FormSection | FormPage | FormNote | FormList | MountedForm | UsedFields;

/**
 * A condition across fields. Where `when` holds, `assert` must hold too; otherwise the field at `at` shows `message`.
 */
const formCheck = () =>
  closed({
    id: Type.String({ description: "The id of the check.", examples: ["ends-after-start"] }),
    at: described(pointer(), "The field that shows the message.", "/endDate"),
    severity: described(
      Type.Optional(Type.Union([Type.Literal("error"), Type.Literal("warning")])),
      "A warning does not block submission; an error, the default, does.",
    ),
    when: described(rule(), "The check applies only where this is true.", { filled: { var: "data.endDate" } }),
    assert: described(rule(), "The condition that must be true.", {
      after: [{ var: "data.endDate" }, { var: "data.startDate" }],
    }),
    message: described(requiredText(), "The message where it is false.", "The end must come after the start."),
  });

/** The schema of a form definition; authoring/meta-schemas closes `fields` per widget. */
export const formSchema = defineKind(
  "form",
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "The version of the data shape, 1 by default; raise it together with a migration of stored answers.",
        examples: [2],
      }),
    ),
    data: described(
      Type.Unsafe<DataSchema>({ $ref: "common.schema.json#/definitions/dataSchema" }),
      "The shape of the data: JSON Schema draft-07, closed, without texts.",
      { type: "object", additionalProperties: false, properties: { pincode: { type: "string", maxLength: 6 } } },
    ),
    fields: described(
      Type.Unsafe<FormEntry[]>({ type: "array", items: { $ref: "common.schema.json#/definitions/formEntry" } }),
      "The entries, in order: fields, sections, pages, notes, lists and other forms.",
      [{ at: "/pincode", widget: "text", label: "Pincode", require: true }],
    ),
    checks: Type.Optional(Type.Array(formCheck(), { description: "Checks across fields." })),
    messages: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), requiredText()), {
        description: "Messages that replace those of catalogues/validation: by pointer, then by keyword.",
        examples: [{ "/pincode": { pattern: "A pincode has six digits." } }],
      }),
    ),
  },
  { allOf: [ownPointers as TSchema] },
);

/** A condition across fields, and its message. */
export type FormCheck = Static<ReturnType<typeof formCheck>>;

/** A form: shape of its data, fields in order, checks and messages. */
export type FormDefinition = Static<typeof formSchema>;
