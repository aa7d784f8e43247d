import { createRequire } from "node:module";
import { hashForSchema, schemaParser } from "@rjsf/utils";
import createAjvInstance from "@rjsf/validator-ajv8/lib/createAjvInstance.js";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js";
import { formats, isFormat } from "#engine/core/form/formats.ts";
import type { SectionSchema } from "#engine/core/form/section-schemas.ts";
import type { ShapeError } from "#engine/core/form/validate.ts";
import { toLinearPattern } from "./patterns/linear-pattern.ts";

/** Modules that compiled code may import. renderer/form/ajv-runtime.ts provides the same list in the browser. */
const runtimeModules: ReadonlySet<string> = new Set([
  "ajv/dist/runtime/ucs2length",
  "ajv/dist/runtime/equal",
  "ajv/dist/runtime/validation_error",
]);

/** A section cannot be compiled: an unknown format, a reference, or an import of a foreign module. */
export class ValidatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ValidatorError";
  }
}

const options = {
  customFormats: { ...formats },
  ajvFormatOptions: false as const,
  ajvOptionsOverrides: {
    verbose: false,
    // Texts come from catalogues/validation. Without AJV's own the code is half as long.
    messages: false,
    unicodeRegExp: true,
    // A step of 0.1 accepts 0.3, although 0.3 / 0.1 is not a whole number in binary.
    multipleOfPrecision: 9,
    code: { lines: false },
    // `assertSafe` checks the schema. Here each instance would compile the meta-schema again, which takes longer than a
    // section.
    validateSchema: false,
    meta: false,
  },
};

/** Checks schemas against the JSON meta-schema. */
const metaValidator = createAjvInstance(undefined, undefined, {}, false);

/**
 * Compiles the validator of a section to the text of an ES module, which is served under its hash. `default` holds the
 * functions that rjsf's createPrecompiledValidator looks up, and `root`. `runtimeUrl` is the address of ajv-runtime.
 * Throws ValidatorError.
 */
export function compileSectionModule(schema: SectionSchema, runtimeUrl: string): string {
  assertSafe(schema);
  const compiled = compileSchemaValidatorsCode(
    schema as never,
    {
      ...options,
      extenderFn: (ajv) => {
        for (const part of listNestedSchemas(schema)) {
          for (const [key, found] of Object.entries(schemaParser(part as never)))
            if (!ajv.getSchema(key)) ajv.addSchema(found, key);
        }
        return ajv;
      },
    } as Parameters<typeof compileSchemaValidatorsCode>[1],
  );
  // schemaPath is unused: keyword and pointer into the data are enough.
  const code = compiled.replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, "");
  for (const [, id] of code.matchAll(/require\(\s*["']([^"']*)["']\s*\)/g)) {
    if (!runtimeModules.has(id ?? "")) throw new ValidatorError(`The compiled validator asks for ${id}`);
  }
  return `${head(runtimeUrl)}${code}\nexports.root=exports[${JSON.stringify(hashForSchema(schema as never))}];\n${moduleEnd}`;
}

/** The end of every module. A text without it was cut short. */
export const moduleEnd = "export default exports;\n";
const head = (runtimeUrl: string): string => `import {require} from ${JSON.stringify(runtimeUrl)};const exports={};\n`;

/** Nested schemas that rjsf may look up one by one. Its own parser lists only the options of the root. */
function listNestedSchemas(schema: unknown): object[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = ["oneOf", "anyOf", "allOf", "if", "dependencies"].some((key) => Object.hasOwn(schema, key))
    ? [schema]
    : [];
  return [...own, ...Object.values(schema).flatMap(listNestedSchemas)];
}

/** Throws ValidatorError for an invalid schema, and for references and unknown formats. */
function assertSafe(schema: SectionSchema): void {
  assertNoReferences(schema, "");
  if (!metaValidator.validateSchema(schema)) throw new ValidatorError(metaValidator.errorsText());
}

function assertNoReferences(schema: unknown, path: string): void {
  if (typeof schema !== "object" || schema === null) return;
  if (Object.hasOwn(schema, "$ref")) throw new ValidatorError(`${path}: a data schema holds no $ref`);
  const format = (schema as { format?: unknown }).format;
  if (typeof format === "string" && !isFormat(format))
    throw new ValidatorError(`${path}/format: unknown format ${format}`);
  for (const [key, child] of Object.entries(schema)) assertNoReferences(child, `${path}/${key}`);
}

type ValidateFunction = ((data: unknown) => boolean) & { errors?: readonly ShapeError[] | null };

/**
 * Loads a module's text as a function from flat section data to its errors. It matches patterns by the built-in engine,
 * as a page does: for tests and tools only, never for a thread that serves.
 */
export function loadSectionValidator(
  moduleText: string,
): (data: Readonly<Record<string, unknown>>) => readonly ShapeError[] {
  const code = `${moduleText.slice(moduleText.indexOf("\n") + 1, -moduleEnd.length)}return exports.root;`;
  const require = createRequire(import.meta.url);
  const provide = (id: string): unknown => {
    if (!runtimeModules.has(id)) throw new ValidatorError(`The validator asks for ${id}`);
    return require(id);
  };
  // The text was compiled above by this server, so it is as trusted as the server's own code.
  const validate = new Function("require", "exports", code)(provide, {}) as ValidateFunction;
  return (data) => (validate(data) ? [] : [...(validate.errors ?? [])]);
}

/** The engine for patterns in the server's validators: linear time for every input (ReDoS). */
const regExp = Object.assign((pattern: string) => toLinearPattern(pattern), { code: "linear" });

/** Compiles a section's validator for the server, with patterns in linear time. Throws ValidatorError. */
export function compileSection(
  schema: SectionSchema,
): (data: Readonly<Record<string, unknown>>) => readonly ShapeError[] {
  assertSafe(schema);
  const { ajvOptionsOverrides } = options;
  const overrides = { ...ajvOptionsOverrides, code: { ...ajvOptionsOverrides.code, regExp } };
  const ajv = createAjvInstance(undefined, options.customFormats, overrides as never, false);
  const validate = ajv.compile(schema);
  return (data) => (validate(data) ? [] : [...(validate.errors ?? [])]);
}
