import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { derive } from "#engine/core/form/derive.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { validate } from "#engine/core/form/validate.ts";
import { compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";
import { degree, messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const model = toModel(degree);
const browser = toTools(model);
const modules = new Map(
  toSectionSchemas(model).map(({ id, schema }) => [id, loadSectionValidator(compileSectionModule(schema, "/r.js"))]),
);
const server = {
  ...browser,
  shape: (id: string, data: Readonly<Record<string, unknown>>) => modules.get(id)?.(data) ?? [],
};

const text = fc.oneof(
  fc.string({ maxLength: 14 }),
  fc.constantFrom(" ", "110001", "2020-01-31", "31-01-2020", "WITH", "ONLY", "LOA", "master", "doctoral", "AB123"),
);
const leaf = fc.oneof({ weight: 4, arbitrary: text }, fc.boolean(), fc.integer(), fc.constant(null));
const home = fc.record({ pincode: leaf, line1: leaf, landmark: leaf }, { requiredKeys: [] });
const data = fc.record(
  {
    name: leaf,
    status: leaf,
    marksheet: leaf,
    passedOn: leaf,
    level: leaf,
    number: leaf,
    consent: leaf,
    working: fc.boolean(),
    home,
    office: home,
    photo: fc.record({ imageUrl: leaf, latitude: leaf }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

describe("page and server agree", () => {
  it("on the faults of typed data, and on the data to send", () => {
    fc.assert(
      fc.property(data, (typed) => {
        const derived = derive(model, typed, scope);
        const here = validate(model, browser, typed, scope, messages);
        expect(validate(model, server, derived.submitted, scope, messages)).toEqual(here);
        const there = derive(model, derived.submitted, scope);
        expect(there.fields).toEqual(derived.fields);
        expect(there.submitted).toEqual(derived.submitted);
        for (const error of here) expect(derived.fields[error.pointer]?.visible).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("never sends a hidden value, and sends or rejects a required one", () => {
    fc.assert(
      fc.property(data, (typed) => {
        const { fields } = derive(model, typed, scope);
        const wrong = new Set(validate(model, server, typed, scope, messages).map((error) => error.pointer));
        for (const [pointer, state] of Object.entries(fields)) {
          if (!state.visible) expect(state.value).toBeUndefined();
          if (state.required) expect(state.value !== undefined || wrong.has(pointer)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
