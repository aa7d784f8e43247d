import * as equal from "ajv/dist/runtime/equal.js";
import * as ucs2length from "ajv/dist/runtime/ucs2length.js";
import * as validationError from "ajv/dist/runtime/validation_error.js";

/** What a precompiled validator may ask for: the whole list. The config service refuses a validator that names anything else. Formats are ours and stand in the validators themselves. */
const modules: Readonly<Record<string, unknown>> = {
  "ajv/dist/runtime/equal": toExports(equal),
  "ajv/dist/runtime/ucs2length": toExports(ucs2length),
  "ajv/dist/runtime/validation_error": toExports(validationError),
};

function provide(id: string): unknown {
  if (!Object.hasOwn(modules, id)) throw new Error(`The validator asks for an unknown module: ${id}`);
  return modules[id];
}

/** The `module.exports` of a CommonJS module, however the bundler wraps it. */
function toExports(namespace: object): unknown {
  const inner = (namespace as { default?: unknown }).default;
  return typeof inner === "object" && inner !== null && Object.hasOwn(inner, "__esModule") ? inner : namespace;
}

/** `require` of the precompiled validators (AJV standalone code is CommonJS). Throws on an id outside the list. */
export { provide as require };
