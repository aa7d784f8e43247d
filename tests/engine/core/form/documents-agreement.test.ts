import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataSchema, FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { putField, type DataTree } from "#engine/core/form/data-tree.ts";
import { derive } from "#engine/core/form/derive.ts";
import { toFormModel, type FieldModel, type FormModel } from "#engine/core/form/form-model.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { validate } from "#engine/core/form/validate.ts";
import type { Expr, Scope } from "#engine/core/rules/evaluate.ts";
import { compileSection, compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";

// Tests every form definition of the repository. The page's validators (text of a module) and the server's (the same
// schemas, compiled in place) must agree on any data, and both sides must derive the same.

const schemas = fileURLToPath(new URL("../../../../schemas/", import.meta.url));
const read = <T>(folder: string): Map<string, T> =>
  new Map(
    readdirSync(schemas + folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => {
        const document = JSON.parse(readFileSync(`${schemas}${folder}/${name}`, "utf8")) as T & { id: string };
        return [document.id, document];
      }),
  );
const forms = read<FormDefinition>("forms");
const options = read<OptionsDefinition>("options");
const rules: Record<string, Expr> = Object.assign(
  {},
  ...[...read<{ rules: Record<string, { expr: Expr }> }>("rules").values()].map((one) =>
    Object.fromEntries(Object.entries(one.rules).map(([id, { expr }]) => [id, expr])),
  ),
);
const validation = [...read<{ id: string; messages: Messages["validation"] }>("catalogues").values()].find(
  ({ id }) => id === "validation",
)!.messages;
const messages: Messages = { validation, translate: (english) => english };

/** Possible verifications and profiles while a form is filled in. */
const roots = fc.record({
  profile: fc.constantFrom({}, { profileDetails: { name: "Asha Verma" } }),
  env: fc.constant({ now: "2026-11-21T10:00:00Z", timeZone: "Asia/Kolkata", locale: "en" }),
  organisation: fc.constant({ evaluationBody: "GCE" }),
  verification: fc.record({
    marksheetRequired: fc.boolean(),
    candidateIdSchemaByInstitute: fc.constant({
      "university-of-delhi": { fieldName: "Roll number", format: "##AAA###" },
    }),
  }),
});

const wrong = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.constant(" "),
  fc.constant([]),
  fc.constant({}),
  fc.constant("x".repeat(2001)),
);

/** Mostly valid values, and some invalid ones. */
function valuesOf({ field, schema }: FieldModel): Arbitrary<unknown> {
  const listed = field.options === undefined ? undefined : toOptionValues(field.options, (id) => options.get(id));
  const choices = [...(listed?.allowed ?? []), ...(listed?.disabled ?? []), ...(schema.enum ?? [])];
  const right =
    choices.length > 0
      ? fc.constantFrom(...choices)
      : field.options
        ? fc.constantFrom("university-of-delhi", "typed by hand")
        : ofSchema(schema);
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

function ofSchema(schema: DataSchema): Arbitrary<unknown> {
  if (schema.properties)
    return fc.record(
      Object.fromEntries(Object.entries(schema.properties).map(([key, child]) => [key, ofSchema(child)])),
      { requiredKeys: [] },
    );
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "number" || schema.type === "integer")
    return fc.oneof(fc.integer({ min: -200, max: 200 }), fc.constantFrom("12", "-12.5", "1e3"));
  return (
    texts[schema.format ?? ""] ??
    fc.constantFrom(
      "560001",
      "12ABC345",
      "KA0120200001234",
      "Engineer",
      "  spaces  ",
      "+919876543210",
      "999941057058",
      "123456",
      "Z1234567",
    )
  );
}

const dates = fc.constantFrom(
  "31-01-2020",
  "2020-01-31",
  "31-02-2020",
  "29-02-2024",
  "01-01-2099",
  "1-1-2020",
  "30-01-2020",
);
const texts: Readonly<Record<string, Arbitrary<string>>> = {
  file: fc.constantFrom("/utility/api/1.0/files/abcdefghijklmnopqrstuv", "https://example.com/a.pdf"),
  "dd-MM-yyyy": dates,
  date: dates,
  yyyy: fc.constantFrom("2015", "15", "20155"),
};

/** Typed data with any part missing, also a whole mounted form. */
function dataOf(model: FormModel): Arbitrary<DataTree> {
  return fc
    .tuple(...model.fields.map((field) => fc.option(valuesOf(field), { nil: undefined, freq: 4 })))
    .map((values) => {
      const tree: DataTree = {};
      model.fields.forEach((field, i) => {
        if (values[i] !== undefined) putField(tree, field, values[i]);
      });
      return tree;
    });
}

describe.each([...forms.values()])("form $id", (form) => {
  const model = toFormModel(form, (id) => forms.get(id));
  const sections = toSectionSchemas(model);
  const lists = { options: (id: string) => toOptionValues(id, (other) => options.get(other)) };
  const own = new Map(sections.map(({ id, schema }) => [id, compileSection(schema)]));
  const sent = new Map(
    sections.map(({ id, schema }) => [id, loadSectionValidator(compileSectionModule(schema, "/r.js"))]),
  );
  const server = {
    ...lists,
    shape: (id: string, data: Readonly<Record<string, unknown>>) => own.get(id)?.(data) ?? [],
  };
  const browser = {
    ...lists,
    shape: (id: string, data: Readonly<Record<string, unknown>>) => sent.get(id)?.(data) ?? [],
  };

  it("validates and derives the same on both sides", () => {
    fc.assert(
      fc.property(dataOf(model), roots, (typed, given) => {
        const scope: Scope = { roots: given, rules };
        const derived = derive(model, typed, scope);
        const here = validate(model, browser, typed, scope, messages);
        expect(validate(model, server, typed, scope, messages)).toEqual(here);
        const arrived = JSON.parse(JSON.stringify(derived.submitted)) as DataTree;
        expect(validate(model, server, arrived, scope, messages)).toEqual(here);
        const there = derive(model, arrived, scope);
        expect(there.fields).toEqual(derived.fields);
        expect(there.submitted).toEqual(derived.submitted);
        for (const { pointer } of here) expect((derived.fields[pointer] ?? derived.lists[pointer])?.visible).toBe(true);
        for (const [pointer, { visible, required, value }] of Object.entries(derived.fields)) {
          if (!visible) expect(value).toBeUndefined();
          if (required && value === undefined) expect(here.map((error) => error.pointer)).toContain(pointer);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("submits a part when only that part is requested", () => {
    fc.assert(
      fc.property(
        dataOf(model),
        roots,
        fc.subarray(
          model.fields.map(({ pointer }) => pointer),
          { minLength: 1 },
        ),
        (typed, given, only) => {
          const scope: Scope = { roots: given, rules };
          const here = validate(model, { ...browser, only }, typed, scope, messages);
          expect(validate(model, { ...server, only }, typed, scope, messages)).toEqual(here);
          for (const { pointer } of here)
            expect(only.some((at) => pointer === at || pointer.startsWith(`${at}/`))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
