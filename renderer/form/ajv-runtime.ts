import * as equal from "ajv/dist/runtime/equal.js";
import * as ucs2length from "ajv/dist/runtime/ucs2length.js";
import * as validationError from "ajv/dist/runtime/validation_error.js";

/**
 * The only modules that a precompiled validator may require. The config service rejects a validator that names another.
 * Formats are compiled into the validators themselves.
 */
const modules: Readonly<Record<string, unknown>> = {
  "ajv/dist/runtime/equal": toExports(equal),
  "ajv/dist/runtime/ucs2length": toExports(ucs2length),
  "ajv/dist/runtime/validation_error": toExports(validationError),
};

function provide(id: string): unknown {
  if (!Object.hasOwn(modules, id)) throw new Error(`The validator requires an unknown module: ${id}`);
  return modules[id];
}

/** The `module.exports` of a CommonJS module, independent of how the bundler wraps it. */
function toExports(namespace: object): unknown {
  const inner = (namespace as { default?: unknown }).default;
  return typeof inner === "object" && inner !== null && Object.hasOwn(inner, "__esModule") ? inner : namespace;
}

/** `require` for the precompiled validators (AJV standalone code is CommonJS). Throws for ids outside the list. */
export { provide as require };
