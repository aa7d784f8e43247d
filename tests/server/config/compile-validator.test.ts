import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../support/cpu-time.ts";
import { createRequire } from "node:module";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/core/form/section-schemas.ts";
import { compileSection, compileSectionModule, loadSectionValidator } from "#server/config/compile-validator.ts";
import { address, degree } from "../../support/sample-forms.ts";
import { redosPatterns } from "./patterns/redos-patterns.ts";

const sections = toSectionSchemas(toFormModel(degree, () => address));
const runtimeUrl = "/assets/ajv-runtime-1.js";

const section = (properties: object) =>
  ({ type: "object", additionalProperties: false, properties }) as unknown as SectionSchema;

describe("compiled validators", () => {
  it("import nothing but the runtime", () => {
    for (const { schema } of sections) {
      const text = compileSectionModule(schema, runtimeUrl);
      expect(text.startsWith(`import {require} from "${runtimeUrl}";const exports={};\n`)).toBe(true);
      expect(text.trimEnd().endsWith("export default exports;")).toBe(true);
      expect(text).not.toContain("ajv-formats");
    }
  });

  it("have the same text for the same schema", () => {
    expect(compileSectionModule(sections[0]!.schema, runtimeUrl)).toBe(
      compileSectionModule(structuredClone(sections[0]!.schema), runtimeUrl),
    );
  });

  it("work with rjsf's precompiled validator", () => {
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
    ["an unknown format", { "/a": { type: "string", format: "uuid" } }, "unknown format uuid"],
    ["a reference", { "/a": { $ref: "#/definitions/a" } }, "no $ref"],
    ["a keyword with a value of the wrong type", { "/a": { type: "string", minLength: "many" } }, "must be integer"],
  ])("refuse %s", (_, properties, message) => {
    expect(() => compileSectionModule(section(properties), runtimeUrl)).toThrow(message);
    expect(() => compileSection(section(properties))).toThrow(message);
  });

  it.each(redosPatterns)("stay fast on the server for %s", async (pattern) => {
    const validate = compileSection(section({ "/a": { type: "string", pattern } }));
    expect(await cpuMs(() => validate({ "/a": `${"a".repeat(10_000)}!` }))).toBeLessThan(1_000);
  });

  it("match each field by its own pattern on the server", () => {
    const validate = compileSection(
      section({ "/a": { type: "string", pattern: "^a$" }, "/b": { type: "string", pattern: "^b$" } }),
    );
    expect(validate({ "/a": "a", "/b": "b" })).toEqual([]);
    expect(validate({ "/a": "b", "/b": "a" })).toMatchObject([
      { keyword: "pattern", instancePath: "/~1a" },
      { keyword: "pattern", instancePath: "/~1b" },
    ]);
  });

  it("match by the browser's engine on a page", () => {
    const text = compileSectionModule(section({ "/a": { type: "string", pattern: "^a$" } }), runtimeUrl);
    expect(text).toContain('new RegExp("^a$", "u")');
    expect(text.match(/require\(/g) ?? []).toEqual([]);
  });

  it("report the same errors as AJV for any data", () => {
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
