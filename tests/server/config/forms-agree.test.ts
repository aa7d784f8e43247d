import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataSchema, FormDocument } from "#engine/documents/form.ts";
import type { OptionsDocument, RulesDocument } from "#engine/documents/screen.ts";
import { derive } from "#engine/form/derive.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import { toOptionValues } from "#engine/form/options.ts";
import { toDataSchema, toSectionSchemas } from "#engine/form/section-schemas.ts";
import { validate } from "#engine/form/validate.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { compileSection, compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";

const schemas = fileURLToPath(new URL("../../../schemas/", import.meta.url));
const readAll = <T>(folder: string): Map<string, T> =>
  new Map(
    readdirSync(path.join(schemas, folder)).map((file) => [
      path.parse(file).name,
      JSON.parse(readFileSync(path.join(schemas, folder, file), "utf8")) as T,
    ]),
  );
const forms = readAll<FormDocument>("forms");
const options = readAll<OptionsDocument>("options");
const rules: Record<string, Expr> = Object.fromEntries(
  [...readAll<RulesDocument>("rules").values()].flatMap((document) =>
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

/** Data of roughly the right shape: right often enough to get past the first rule, wrong often enough to matter. */
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
  const model = toFormModel(forms.get(id) as FormDocument, (other) => forms.get(other));
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

  it("has no rules that lead in a circle", () => {
    expect(toDependencies(model, rules).circle).toEqual([]);
  });

  it("is judged the same by page and server, and what is sent derives the same again", () => {
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
