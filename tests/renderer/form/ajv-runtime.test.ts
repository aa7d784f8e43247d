import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { expect, it } from "vitest";
import { formats } from "#engine/core/form/formats.ts";
import { require as provide } from "#renderer/form/ajv-runtime.ts";

type Validate = ((data: unknown) => boolean) & { errors: { keyword: string }[] | null };

/** Compiles like the config service and loads like the browser: CommonJS text with our `require`. */
function load(schema: object): Validate {
  const ajv = new Ajv({ allErrors: true, code: { source: true }, formats });
  const module = { exports: {} };
  new Function("require", "module", standaloneCode(ajv, ajv.compile(schema)))(provide, module);
  return module.exports as Validate;
}

it("runs a precompiled validator with lengths, formats and equality", () => {
  const validate = load({
    type: "object",
    properties: {
      name: { type: "string", maxLength: 3 },
      born: { type: "string", format: "date" },
      list: { type: "array", uniqueItems: true },
    },
  });
  expect(validate({ name: "ßéé", born: "29-02-2000", list: [{ a: 1 }, { a: 2 }] })).toBe(true);
  expect(validate({ name: "four", born: "29-02-1800", list: [{ a: 1 }, { a: 1 }] })).toBe(false);
  expect(validate.errors?.map(({ keyword }) => keyword).sort()).toEqual(["format", "maxLength", "uniqueItems"]);
});

it("provides no module outside its list, not even inherited names", () => {
  for (const id of ["node:fs", "ajv", "constructor", "__proto__"]) expect(() => provide(id)).toThrow(id);
});
