import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { followRef, type MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { namesSchemaFile } from "#engine/core/definitions/names.ts";

/** A plausible name of each kind, for examples. */
const names: Readonly<Record<string, string>> = {
  screen: "home",
  form: "address",
  flow: "continue",
  options: "states",
  verification: "bgv-tenth",
  rules: "transaction",
  rule: "paid",
  organisation: "gce",
  article: "terms",
  catalogue: "states",
  operation: "profile.get",
  root: "transaction",
  dialog: "remove",
  block: "form",
  formBlock: "form",
  category: "Education",
  region: "IN",
  provider: "stripe",
  language: "hi",
  currency: "INR",
};

/** Examples of shared definitions without own examples. */
const shared: Readonly<Record<string, unknown>> = {
  text: "Your documents",
  value: { var: "profile.displayName" },
  plainValue: { var: "profile.displayName" },
  rule: { filled: { var: "profile.displayName" } },
  event: { navigate: "home" },
  step: { navigate: "home" },
  steps: [{ navigate: "home" }],
  block: { id: "hint", block: "text", text: "Your documents" },
  formEntry: { at: "/pincode", widget: "text", label: "Pincode" },
};

/** Optional properties in an example, beside the required ones. */
const extrasMax = 2;
/** An example shows only the first properties of an object with more than `largeFrom` required ones. */
const largeFrom = 12;
const largeShown = 2;

/** Makes an example of a schema: its own one, else one from its keywords, with the required properties. */
export function exampleOf(metas: MetaSchemas, schema: JsonSchema, extras = 0): unknown {
  const own = (schema["examples"] as readonly unknown[] | undefined)?.[0];
  if (own !== undefined) return own;
  const name = toReferenceName(schema);
  if (name !== undefined) return names[name] ?? name;
  const definition = /#\/definitions\/(.+)$/.exec(String(schema["$ref"] ?? ""))?.[1] ?? "";
  if (Object.hasOwn(shared, definition)) return shared[definition];
  const target = followRef(metas, schema);
  if (target !== schema) return exampleOf(metas, target, extras);
  if ("const" in schema) return schema["const"];
  const [choice] = (schema["enum"] ?? []) as readonly unknown[];
  if (choice !== undefined) return choice;
  const [alternative] = (schema["anyOf"] ?? []) as readonly JsonSchema[];
  if (alternative && !schema["properties"]) return exampleOf(metas, alternative);
  return exampleOfType(metas, schema, extras);
}

function exampleOfType(metas: MetaSchemas, schema: JsonSchema, extras: number): unknown {
  switch ([schema["type"]].flat()[0]) {
    case "object":
      return exampleOfObject(metas, schema, extras);
    case "array":
      return schema["items"] ? [exampleOf(metas, schema["items"] as JsonSchema)] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema["minimum"] ?? 1;
    default:
      return "…";
  }
}

function exampleOfObject(metas: MetaSchemas, schema: JsonSchema, extras: number): Record<string, unknown> {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const extra = Object.keys(properties)
    .filter((key) => !required.includes(key) && properties[key]?.["examples"])
    .slice(0, extras);
  const shown = required.length > largeFrom ? required.slice(0, largeShown) : [...required, ...extra];
  const entries = Object.keys(properties)
    .filter((key) => shown.includes(key))
    .map((key) => [key, exampleOf(metas, properties[key]!)]);
  const any = schema["additionalProperties"];
  if (entries.length === 0 && typeof any === "object" && any !== null)
    return { name: exampleOf(metas, any as JsonSchema) };
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The example of a whole block, widget, action or kind: required properties and a few others. */
export const fullExampleOf = (metas: MetaSchemas, schema: JsonSchema): unknown => exampleOf(metas, schema, extrasMax);

/** The kind of name that a schema refers to: `x-ref`, or a reference into the file of existing names. */
function toReferenceName(schema: JsonSchema): string | undefined {
  if (typeof schema["x-ref"] === "string") return schema["x-ref"];
  if (schema["type"] !== "string") return undefined;
  const parts = (schema["allOf"] ?? []) as readonly JsonSchema[];
  const reference = parts.map(({ $ref }) => String($ref ?? "")).find((ref) => ref.startsWith(namesSchemaFile));
  return reference?.slice(`${namesSchemaFile}#/definitions/`.length);
}
