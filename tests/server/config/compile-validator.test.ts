import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../cpu-ms.ts";
import { createRequire } from "node:module";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { toFormModel } from "#engine/form/form-model.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/form/section-schemas.ts";
import { compileSection, compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";
import { address, degree } from "../../sample-forms.ts";
import { runaways } from "./patterns/runaways.ts";

const sections = toSectionSchemas(toFormModel(degree, () => address));
const runtimeUrl = "/assets/ajv-runtime-1.js";

const section = (properties: object) =>
  ({ type: "object", additionalProperties: false, properties }) as unknown as SectionSchema;

describe("compiled validators", () => {
  it("are modules that import nothing but the runtime", () => {
    for (const { schema } of sections) {
      const text = compileSectionModule(schema, runtimeUrl);
      expect(text.startsWith(`import {require} from "${runtimeUrl}";const exports={};\n`)).toBe(true);
      expect(text.trimEnd().endsWith("export default exports;")).toBe(true);
      expect(text).not.toContain("ajv-formats");
    }
  });

  it("are the same text for the same schema", () => {
    expect(compileSectionModule(sections[0]!.schema, runtimeUrl)).toBe(
      compileSectionModule(structuredClone(sections[0]!.schema), runtimeUrl),
    );
  });

  it("serve rjsf's precompiled validator", () => {
    const { schema } = sections.find(({ id }) => id === "papers")!;
    const text = compileSectionModule(schema, runtimeUrl);
    const code = text.slice(text.indexOf("\n") + 1).replace("export default exports;", "return exports;");
    const exported = new Function("require", "exports", code)(createRequire(import.meta.url), {}) as never;
    const validator = createPrecompiledValidator(exported, schema as never);
    expect(validator.rawValidation(schema as never, { "/status": "NO" }).errors).toMatchObject([
      { keyword: "enum", instancePath: "/~1status" },
    ]);
  });

  it.each([
    ["a format nobody knows", { "/a": { type: "string", format: "uuid" } }, "unknown format uuid"],
    ["a reference", { "/a": { $ref: "#/definitions/a" } }, "no $ref"],
    ["a keyword with a value that says nothing", { "/a": { type: "string", minLength: "many" } }, "must be integer"],
  ])("refuse %s", (_, properties, message) => {
    expect(() => compileSectionModule(section(properties), runtimeUrl)).toThrow(message);
    expect(() => compileSection(section(properties))).toThrow(message);
  });

  it.each(runaways)("of the server take no time for %s", async (pattern) => {
    const validate = compileSection(section({ "/a": { type: "string", pattern } }));
    expect(await cpuMs(() => validate({ "/a": `${"a".repeat(10_000)}!` }))).toBeLessThan(1_000);
  });

  it("of the server match each field by its own pattern", () => {
    const validate = compileSection(
      section({ "/a": { type: "string", pattern: "^a$" }, "/b": { type: "string", pattern: "^b$" } }),
    );
    expect(validate({ "/a": "a", "/b": "b" })).toEqual([]);
    expect(validate({ "/a": "b", "/b": "a" })).toMatchObject([
      { keyword: "pattern", instancePath: "/~1a" },
      { keyword: "pattern", instancePath: "/~1b" },
    ]);
  });

  it("of a page match by the browser's own engine", () => {
    const text = compileSectionModule(section({ "/a": { type: "string", pattern: "^a$" } }), runtimeUrl);
    expect(text).toContain('new RegExp("^a$", "u")');
    expect(text.match(/require\(/g) ?? []).toEqual([]);
  });

  it("say the same as AJV in place, whatever the data", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant("01-01-2020"),
      fc.constant("WITH"),
      fc.constant(null),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    );
    for (const { schema } of sections) {
      const [compiled, inPlace] = [
        loadSectionValidator(compileSectionModule(schema, runtimeUrl)),
        compileSection(schema),
      ];
      const keys = fc.constantFrom(...Object.keys(schema.properties), "/unknown");
      fc.assert(
        fc.property(fc.dictionary(keys, leaf), (data) => {
          expect(compiled(data).map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual(
            inPlace(data).map(({ keyword, instancePath }) => [keyword, instancePath]),
          );
        }),
        { numRuns: 150 },
      );
    }
  });
});
