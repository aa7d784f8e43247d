import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataSchema, FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition, RulesDefinition } from "#engine/core/definitions/screen.ts";
import { derive } from "#engine/core/form/derive.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import { toDataSchema, toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { validate } from "#engine/core/form/validate.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { compileSection, compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";

const schemas = fileURLToPath(new URL("../../../schemas/", import.meta.url));
const readAll = <T>(folder: string): Map<string, T> =>
  new Map(
    readdirSync(path.join(schemas, folder)).map((file) => [
      path.parse(file).name,
      JSON.parse(readFileSync(path.join(schemas, folder, file), "utf8")) as T,
    ]),
  );
const forms = readAll<FormDefinition>("forms");
const options = readAll<OptionsDefinition>("options");
const rules: Record<string, Expr> = Object.fromEntries(
  [...readAll<RulesDefinition>("rules").values()].flatMap((document) =>
    Object.entries(document.rules).map(([name, { expr }]) => [name, expr as Expr]),
  ),
);

const samples = [
  "",
  " ",
  "a",
  "12",
  "560001",
  "2018",
  "2018-05-31",
  "31-05-2018",
  "IN",
  "KA",
  "GCE-100001",
  "/utility/api/1.0/files/abcdefghijklmnop",
  "+919812345678",
  "asha@mailbox.example",
];

/** Data of roughly the right shape: good enough to pass the first rule, bad enough to break others. */
function toArbitrary(schema: DataSchema): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.constantFrom(...samples),
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.string({ maxLength: 12 }),
  );
  if (schema.properties) {
    return fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          Object.fromEntries(Object.entries(schema.properties).map(([key, child]) => [key, toArbitrary(child)])),
          { requiredKeys: [] },
        ),
      },
      { weight: 1, arbitrary: odd },
    );
  }
  const right: fc.Arbitrary<unknown> = schema.enum
    ? fc.constantFrom(...schema.enum)
    : schema.type === "boolean"
      ? fc.boolean()
      : schema.type === "number" || schema.type === "integer"
        ? fc.integer()
        : fc.constantFrom(...samples);
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: odd });
}

const roots = fc.record({
  profile: fc.record({ profileDetails: fc.record({ name: fc.constant("Asha Rao") }, { requiredKeys: [] }) }),
  verification: fc.record({ marksheetRequired: fc.boolean() }),
  env: fc.constant({ now: "2026-11-21T10:00:00Z", timeZone: "Asia/Kolkata" }),
});

describe.each([...forms.keys()])("form %s", (id) => {
  const model = toFormModel(forms.get(id) as FormDefinition, (other) => forms.get(other));
  const sections = toSectionSchemas(model);
  const page = new Map(
    sections.map((section) => [section.id, loadSectionValidator(compileSectionModule(section.schema, "/r.js"))]),
  );
  const server = new Map(sections.map((section) => [section.id, compileSection(section.schema)]));
  const lists = (list: string) => toOptionValues(list, (name) => options.get(name));
  const messages = { validation: {}, translate: (english: string) => english };
  const tools = (validators: typeof page) => ({
    shape: (section: string, data: Readonly<Record<string, unknown>>) => validators.get(section)?.(data) ?? [],
    options: lists,
  });

  it("has no rules that refer to each other in a circle", () => {
    expect(toDependencies(model, rules).circle).toEqual([]);
  });

  it("gives page and server the same errors, and derives the same values from submitted data", () => {
    fc.assert(
      fc.property(toArbitrary(toDataSchema(model)), roots, (typed, given) => {
        const scope = { roots: given, rules };
        const derived = derive(model, typed, scope);
        const known = validate(model, tools(page), typed, scope, messages).filter(
          ({ keyword }) => keyword !== "unknown",
        );
        expect(validate(model, tools(server), derived.submitted, scope, messages)).toEqual(known);
        expect(derive(model, derived.submitted, scope).submitted).toEqual(derived.submitted);
      }),
      { numRuns: 60 },
    );
  });
});
