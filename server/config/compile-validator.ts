import { createRequire } from "node:module";
import { hashForSchema, schemaParser } from "@rjsf/utils";
import createAjvInstance from "@rjsf/validator-ajv8/lib/createAjvInstance.js";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js";
import { formats, isFormat } from "#engine/form/formats.ts";
import type { SectionSchema } from "#engine/form/section-schemas.ts";
import type { ShapeError } from "#engine/form/validate.ts";
import { toLinearPattern } from "./patterns/linear-pattern.ts";

/** What compiled code may ask for; renderer/form/ajv-runtime.ts provides the same list in the browser. */
const runtimeModules: ReadonlySet<string> = new Set([
  "ajv/dist/runtime/ucs2length",
  "ajv/dist/runtime/equal",
  "ajv/dist/runtime/validation_error",
]);

/** A section whose validator cannot be made: an unknown format, a reference, or code that asks for a foreign module. */
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
    // The words are ours (catalogues/validation): leaving AJV's out halves the code.
    messages: false,
    unicodeRegExp: true,
    code: { lines: false },
    // Judged by `refuseUnsafe`: each instance would compile the schema of schemas anew, which takes longer than a section.
    validateSchema: false,
    meta: false,
  },
};

/** Says whether a schema is one. */
const schemaJudge = createAjvInstance(undefined, undefined, {}, false);

/**
 * The validator of one section as the text of an ES module, to be served under its hash: `default` holds the functions
 * that rjsf's createPrecompiledValidator looks up, and `root`. `runtimeUrl` is where ajv-runtime is served. Throws
 * ValidatorError.
 */
export function compileSectionModule(schema: SectionSchema, runtimeUrl: string): string {
  refuseUnsafe(schema);
  const compiled = compileSchemaValidatorsCode(
    schema as never,
    {
      ...options,
      extenderFn: (ajv) => {
        for (const part of findParts(schema)) {
          for (const [key, found] of Object.entries(schemaParser(part as never)))
            if (!ajv.getSchema(key)) ajv.addSchema(found, key);
        }
        return ajv;
      },
    } as Parameters<typeof compileSchemaValidatorsCode>[1],
  );
  // Nobody reads where in the schema an error arose; keyword and place in the data are enough.
  const code = compiled.replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, "");
  for (const [, id] of code.matchAll(/require\(\s*["']([^"']*)["']\s*\)/g)) {
    if (!runtimeModules.has(id ?? "")) throw new ValidatorError(`The compiled validator asks for ${id}`);
  }
  return `${head(runtimeUrl)}${code}\nexports.root=exports[${JSON.stringify(hashForSchema(schema as never))}];\n${moduleEnd}`;
}

/** With what every module ends: a text without it was cut short. */
export const moduleEnd = "export default exports;\n";
const head = (runtimeUrl: string): string => `import {require} from ${JSON.stringify(runtimeUrl)};const exports={};\n`;

/** Nested schemas that rjsf may ask for one by one and its own parser does not list: it looks only at the options of the root. */
function findParts(schema: unknown): object[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = ["oneOf", "anyOf", "allOf", "if", "dependencies"].some((key) => Object.hasOwn(schema, key))
    ? [schema]
    : [];
  return [...own, ...Object.values(schema).flatMap(findParts)];
}

/** Throws ValidatorError where the schema is none, or holds what a section may not. */
function refuseUnsafe(schema: SectionSchema): void {
  refuseReferences(schema, "");
  if (!schemaJudge.validateSchema(schema)) throw new ValidatorError(schemaJudge.errorsText());
}

function refuseReferences(schema: unknown, path: string): void {
  if (typeof schema !== "object" || schema === null) return;
  if (Object.hasOwn(schema, "$ref")) throw new ValidatorError(`${path}: a data schema holds no $ref`);
  const format = (schema as { format?: unknown }).format;
  if (typeof format === "string" && !isFormat(format))
    throw new ValidatorError(`${path}/format: unknown format ${format}`);
  for (const [key, child] of Object.entries(schema)) refuseReferences(child, `${path}/${key}`);
}

type ValidateFunction = ((data: unknown) => boolean) & { errors?: readonly ShapeError[] | null };

/**
 * A module's text as a function from flat section data to what is wrong with it. It matches patterns as a page does,
 * so it is for tests and tools, never for the thread that serves.
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
  // The text was made above by this very server: it is code as trusted as the server's own.
  const validate = new Function("require", "exports", code)(provide, {}) as ValidateFunction;
  return (data) => (validate(data) ? [] : [...(validate.errors ?? [])]);
}

/** Patterns of the server's own validators, on the engine that takes linear time whatever is sent. */
const regExp = Object.assign((pattern: string) => toLinearPattern(pattern), { code: "linear" });

/** A section's validator for the server: compiled in place, its patterns in linear time. Throws ValidatorError. */
export function compileSection(
  schema: SectionSchema,
): (data: Readonly<Record<string, unknown>>) => readonly ShapeError[] {
  refuseUnsafe(schema);
  const { ajvOptionsOverrides } = options;
  const overrides = { ...ajvOptionsOverrides, code: { ...ajvOptionsOverrides.code, regExp } };
  const ajv = createAjvInstance(undefined, options.customFormats, overrides as never, false);
  const validate = ajv.compile(schema);
  return (data) => (validate(data) ? [] : [...(validate.errors ?? [])]);
}
