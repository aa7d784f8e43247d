import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import type { ValidateTools } from "#engine/core/form/validate.ts";
import { compileSection } from "#server/config/compile-validator.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";

const head = { $schema: "../meta/form.schema.json", kind: "form", description: "For tests." } as const;

/** An address form. The degree form below mounts it twice. */
export const address: FormDefinition = {
  ...head,
  id: "address",
  data: {
    type: "object",
    additionalProperties: false,
    properties: {
      pincode: { type: "string", pattern: "^[0-9]+$", maxLength: 6 },
      line1: { type: "string", maxLength: 120 },
      landmark: { type: "string", maxLength: 120 },
    },
  },
  fields: [
    { at: "/pincode", widget: "text", label: "Pincode", require: true },
    { at: "/line1", widget: "text", label: "Line 1", require: { "===": [{ var: "data.pincode" }, "110001"] } },
    { at: "/landmark", widget: "text", label: "Landmark" },
  ],
  messages: { "/pincode": { require: "Pincode must not be empty" } },
};

/** A form that uses every mechanism. */
export const degree: FormDefinition = {
  ...head,
  id: "degree",
  data: {
    type: "object",
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      status: { type: "string", enum: ["WITH", "ONLY", "LOA"] },
      marksheet: { type: "string", format: "file" },
      passedOn: { type: "string", format: "date" },
      level: { type: "string" },
      number: { type: "string", maxLength: 10 },
      consent: { type: "boolean" },
      working: { type: "boolean" },
      token: { type: "string" },
      photo: {
        type: "object",
        properties: { imageUrl: { type: "string", format: "file" }, latitude: { type: "number" } },
      },
    },
  },
  fields: [
    { at: "/name", widget: "text", label: "Name", value: { var: "profile.name" } },
    { at: "/token", widget: "hidden", initial: "t" },
    { at: "/level", widget: "select", label: "Degree level", require: true, options: "levels" },
    {
      section: "papers",
      title: "Documents",
      fields: [
        { at: "/status", widget: "select", label: "Documents you have", require: true },
        { note: "loa", tone: "warning", when: { "===": [{ var: "data.status" }, "LOA"] }, text: "Upload your letter." },
        {
          at: "/marksheet",
          widget: "file",
          label: "Marksheet",
          require: true,
          when: { and: [{ "!": [{ blank: { var: "data.status" } }] }, { "!==": [{ var: "data.status" }, "ONLY"] }] },
        },
        { at: "/number", widget: "text", label: "Number", sensitive: true },
      ],
    },
    { at: "/passedOn", widget: "date-picker", label: "Passed on", dates: { disableFuture: true } },
    { at: "/working", widget: "checkbox", label: "I still work here" },
    { at: "/consent", widget: "checkbox", label: "I agree", require: true },
    { at: "/home", form: "address", title: "Home", when: { "!": [{ var: "data.working" }] } },
    { at: "/office", form: "address", title: "Office" },
    { at: "/photo", widget: "live-camera", label: "Photo" },
  ],
  checks: [
    {
      id: "number-of-level",
      at: "/number",
      severity: "warning",
      when: { "===": [{ var: "data.level" }, "master"] },
      assert: { mask: [{ var: "data.number" }, "AA###"] },
      message: "This does not look like a number of this institute.",
    },
  ],
  messages: { "/marksheet": { require: "Upload Education Marksheet" } },
};

export const levels = { allowed: new Set(["bachelor", "master"]), disabled: new Set(["doctoral"]) };
export const scope: Scope = {
  roots: { profile: { name: "Asha Rao" }, env: { now: "2026-11-21T10:00:00Z", timeZone: "Asia/Kolkata" } },
  rules: {},
};
export const messages: Messages = {
  validation: {
    unknown: { otherwise: "Unknown value" },
    require: { otherwise: "{label} is required", select: "Select {label}" },
    format: { otherwise: "Check {label}", file: "Upload {label}" },
    maxLength: { otherwise: "At most {n} characters" },
    ...Object.fromEntries(
      ["type", "enum", "options", "future"].map((keyword) => [keyword, { otherwise: "Check {label}" }]),
    ),
  },
  translate: (english) => english,
};

export const toModel = (form: FormDefinition): FormModel =>
  toFormModel(form, (id) => (id === "address" ? address : undefined));

/** Validation tools with the same validators that browser and server run. */
export function toTools(model: FormModel): ValidateTools {
  const validators = new Map(toSectionSchemas(model).map(({ id, schema }) => [id, compileSection(schema)]));
  return {
    shape: (id, data) => validators.get(id)?.(data) ?? [],
    options: (id) => (id === "levels" ? levels : undefined),
  };
}
