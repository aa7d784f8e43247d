import type { FormDefinition, FormField } from "#engine/core/definitions/form.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { MigrationDefinition } from "#engine/core/definitions/migration.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { OptionsDefinition, RulesDefinition } from "#engine/core/definitions/screen.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";
import type { SectionSchema } from "#engine/core/form/section-schemas.ts";
import { classifyRequest, type ClassifyTools, type Compatibility } from "#engine/authoring/release/classify.ts";
import { toPinnedDefinitions } from "#engine/authoring/release/pinned-definitions.ts";
import { compileSection } from "#server/config/compile-validator.ts";

const head = { $schema: "", description: "For tests." };

/** The definitions of a small release, for one change each. */
export interface SmallRelease {
  request: RequestDefinition;
  diploma: VerificationDefinition;
  form: FormDefinition;
  address: FormDefinition;
  levels: OptionsDefinition;
  towns: OptionsDefinition;
  rules: RulesDefinition;
  prices: { kind: "prices"; id: "prices"; prices: Prices };
  /** The migration of its stored answers to version 2. */
  migration?: Pick<MigrationDefinition, "set" | "remove">;
}

/**
 * Contains everything that a class depends on: two verifications, and a form with rules, checks, lists and a mounted
 * form.
 */
export function toSmallRelease(): SmallRelease {
  return {
    request: {
      ...head,
      kind: "request",
      id: "check",
      name: "A check",
      expiry: 2_000_000_000,
      payment: "none",
      manualProfileRequired: true,
      verifications: [
        { verification: "diploma", skipAllowed: true, marksheetRequired: false },
        { verification: "licence", skipAllowed: false },
      ],
      minimumSet: { atLeast: 1, of: ["diploma", "licence"] },
      basicDetails: [{ fieldName: "reference", label: "Reference" }],
      questions: [
        { id: "why", question: "Why?", type: "text" },
        {
          id: "shift",
          question: "Which shift?",
          type: "select",
          options: [
            { name: "Day", value: "day" },
            { name: "Night", value: "night" },
          ],
        },
      ],
      express: true,
    },
    diploma: {
      ...head,
      kind: "verification",
      id: "diploma",
      label: "Diploma",
      icon: "degree",
      category: "Education",
      form: "diploma",
      acceptMultipleSubmissions: true,
      pricing: { institution: "/school" },
      texts: { addAnother: "Add another" },
    },
    form: {
      ...head,
      kind: "form",
      id: "diploma",
      data: {
        type: "object",
        properties: {
          school: { type: "string", maxLength: 40 },
          level: { type: "string" },
          town: { type: "string", maxLength: 60 },
          number: { type: "string", pattern: "^[A-Z]{2}[0-9]{3,6}$" },
          course: { type: "string", maxLength: 80 },
          status: { enum: ["whole", "part", "letter"] },
          paper: { type: "string", format: "file" },
          letter: { type: "string", format: "file" },
          year: { type: "string", format: "yyyy" },
          begun: { type: "string", format: "dd-MM-yyyy" },
          ended: { type: "string", format: "dd-MM-yyyy" },
          marks: { type: "number", minimum: 0, maximum: 100 },
          agreed: { type: "boolean" },
          name: { type: "string", maxLength: 120 },
          place: { type: "object", properties: { latitude: { type: "number" }, note: { type: "string" } } },
        },
      },
      fields: [
        { at: "/name", widget: "text", label: "Name", value: { var: "profile.profileDetails.name" } },
        { at: "/school", widget: "text", label: "School", require: true },
        { at: "/level", widget: "select", label: "Level", options: "levels", require: true },
        { at: "/town", widget: "search-dropdown", label: "Town", options: "towns" },
        { at: "/number", widget: "text", label: "Number", require: true },
        { at: "/course", widget: "text", label: "Course", hint: "What was taught" },
        { at: "/status", widget: "select", label: "Papers", require: true },
        {
          section: "papers",
          title: "Papers",
          fields: [
            {
              at: "/paper",
              widget: "file",
              label: "Paper",
              accept: ["application/pdf", "image/png"],
              when: { rule: "has-paper" },
              require: true,
            },
            { at: "/letter", widget: "file", label: "Letter", when: { "===": [{ var: "data.status" }, "letter"] } },
          ],
        },
        { at: "/year", widget: "text", label: "Year", digits: true },
        { at: "/begun", widget: "date-picker", label: "Begun" },
        { at: "/ended", widget: "date-picker", label: "Ended", dates: { min: { var: "data.begun" } } },
        { at: "/marks", widget: "text", label: "Marks" },
        { at: "/agreed", widget: "checkbox", label: "I agree" },
        { at: "/place", widget: "live-camera", label: "Place" },
        { at: "/home", form: "home", title: "Home" },
      ],
      checks: [
        {
          id: "marks-for-doctors",
          at: "/marks",
          when: { "===": [{ var: "data.level" }, "doctor"] },
          assert: { or: [{ blank: { var: "data.marks" } }, { ">=": [{ var: "data.marks" }, 40] }] },
          message: "Too few marks for this level.",
        },
        {
          id: "long-course",
          at: "/course",
          severity: "warning",
          assert: { "!==": [{ var: "data.course" }, "Everything"] },
          message: "Is that all?",
        },
      ],
      messages: { "/school": { require: "Name your school" } },
    },
    address: {
      ...head,
      kind: "form",
      id: "home",
      data: {
        type: "object",
        properties: { pincode: { type: "string", pattern: "^[0-9]{6}$" }, line: { type: "string", maxLength: 50 } },
      },
      fields: [
        { at: "/pincode", widget: "text", label: "Pincode" },
        { at: "/line", widget: "text", label: "Line", require: { "===": [{ var: "data.pincode" }, "110001"] } },
      ],
    },
    levels: {
      ...head,
      kind: "options",
      id: "levels",
      items: [
        { value: "bachelor", label: "Bachelor" },
        { value: "master", label: "Master" },
        { value: "doctor", label: "Doctor" },
        { value: "guild", label: "Guild", disabled: true },
      ],
    },
    towns: { ...head, kind: "options", id: "towns", call: "lists.institutes" },
    rules: {
      ...head,
      kind: "rules",
      id: "papers",
      rules: {
        "has-paper": { expr: { in: [{ var: "data.status" }, ["whole", "part"]] }, why: "there is a paper" },
        "unused-rule": { expr: { var: "data.agreed" }, why: "for another form" },
      },
    },
    prices: {
      kind: "prices",
      id: "prices",
      prices: {
        tileRegion: "INTL",
        regions: { INTL: { currency: "USD", taxRate: 18 } },
        verifications: { diploma: { INTL: { mrp: 60, price: 50 } }, passport: { INTL: { mrp: 6, price: 5 } } },
        institutions: {},
        otherInstitutions: { INTL: 0 },
        degreeLevel: {},
        expressMultiplier: 2,
        availableDiscount: { percentage: 10, minAmount: { INTL: 100 } },
      },
    },
  };
}

/** One change of an author. */
export type Edit = (release: SmallRelease) => void;

/** Returns a field of the form, also inside a section. */
export function getField({ form }: SmallRelease, at: string): FormField {
  const all = form.fields.flatMap((entry) =>
    "section" in entry && Array.isArray(entry.fields) ? entry.fields : [entry],
  );
  const found = all.find((entry) => "widget" in entry && entry.at === at);
  if (!found) throw new Error(`The form has no field ${at}`);
  return found as FormField;
}

/** Returns the data schema of a field. */
export const getSchema = ({ form }: SmallRelease, name: string) => form.data.properties![name]!;

const licence: AnyDefinition = {
  ...head,
  kind: "verification",
  id: "licence",
  label: "Licence",
  icon: "licence",
  category: "Identity",
  form: "licence",
};
const licenceForm: AnyDefinition = {
  ...head,
  kind: "form",
  id: "licence",
  data: { type: "object", properties: { number: { type: "string" } } },
  fields: [{ at: "/number", widget: "text", label: "Number", require: true }],
};

const toKept = ({ migration, ...release }: SmallRelease) =>
  toPinnedDefinitions([
    ...Object.values<AnyDefinition>({ ...release }),
    ...(migration ? [{ ...head, kind: "migration" as const, id: "to-2", form: "diploma", to: 2, ...migration }] : []),
    licence,
    licenceForm,
  ]);

const validators = new Map<string, ReturnType<typeof compileSection>>();
/** Cached: most sections are the same in every case. */
function compile(schema: SectionSchema): ReturnType<typeof compileSection> {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? compileSection(schema);
  validators.set(key, validate);
  return validate;
}
const tools: ClassifyTools = { compile, seed: 7, now: "2026-11-21T10:00:00Z" };

/** Classifies one change; `before` applies to both releases. */
export function classifyEdit(edit: Edit, before: Edit = () => undefined): Compatibility {
  const [former, newer] = [toSmallRelease(), toSmallRelease()];
  before(former);
  before(newer);
  edit(newer);
  return classifyRequest({ orgId: "acme", formId: "check", former: toKept(former), newer: toKept(newer) }, tools);
}

/** The name of the change, the change, and the place of the reason. */
export type Case = readonly [name: string, edit: Edit, reason?: string];

/** Cases as objects: `it.each` would spread arrays into arguments. */
export const each = (cases: readonly Case[]) => cases.map(([name, edit, reason]) => ({ name, edit, reason }));

/** The class and the places of its reasons. */
export const show = ({ class: found, reasons }: Compatibility) => ({
  class: found,
  reasons: reasons.map(({ document, pointer }) => `${document}#${pointer}`),
});
