import Type, { type Static } from "typebox";
import type { Rule, Expr } from "#engine/rules/evaluate.ts";
import { closed, document, pointer, ref, requiredText, rule, text, value, values } from "./fragments.ts";
import { fileTypes } from "./file-types.ts";
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
  at: pointer(),
  label: text(),
  hideLabel: Type.Optional(Type.Boolean()),
  hint: text(),
  placeholder: text(),
  when: rule(),
  require: rule(),
  readOnly: rule(),
  /** Computed by the engine on both sides, never typed. */
  value: value(),
  /** What the field starts with; the candidate may change it. */
  initial: value(),
  fill: Type.Optional(
    closed({ call: ref("operation"), with: values(), when: rule(), into: Type.Record(Type.String(), Type.String()) }),
  ),
  options: Type.Optional(ref("options")),
  /** Never reaches browser storage, a draft, an event or a log. */
  sensitive: Type.Optional(Type.Boolean()),
  /** Content types a file field takes; said here because the server judges them too. */
  accept: Type.Optional(Type.Array(Type.Enum(fileTypes), { minItems: 1 })),
  /** Bounds of a date field; `min` and `max` read one date. */
  dates: Type.Optional(
    closed({
      disablePast: Type.Optional(Type.Boolean()),
      disableFuture: Type.Optional(Type.Boolean()),
      min: value(),
      max: value(),
    }),
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
  accept?: string[];
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
    id: Type.String(),
    at: pointer(),
    severity: Type.Optional(Type.Union([Type.Literal("error"), Type.Literal("warning")])),
    when: rule(),
    assert: rule(),
    message: requiredText(),
  });

/** The shape of a form document; `fields` is closed per widget by to-meta.ts. */
export const formSchema = document("form", {
  data: Type.Unsafe<DataSchema>({ $ref: "common.schema.json#/definitions/dataSchema" }),
  fields: Type.Unsafe<FormEntry[]>({ type: "array", items: { $ref: "common.schema.json#/definitions/formEntry" } }),
  checks: Type.Optional(Type.Array(formCheck())),
  /** Texts by pointer, then by keyword (`require`, `pattern`, `options`, …). */
  messages: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), requiredText()))),
});

/** What is filled in: shape, fields in order, checks, messages. */
export type FormDocument = Static<typeof formSchema>;
