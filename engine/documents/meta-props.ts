import type { JsonSchema } from "#engine/base/known.ts";
import { autofill } from "./autofill.ts";
import { local } from "./meta-words.ts";
import { toPropName, type Props, type PropSpec } from "./props.ts";

/** Properties of a contract as those of a closed object. */
export function propsToSchema(props: Props): { properties: Record<string, JsonSchema>; required: string[] } {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, spec] of Object.entries(props)) {
    const { name, optional } = toPropName(key);
    properties[name] = propToSchema(spec);
    if (!optional) required.push(name);
  }
  return { properties, required };
}

/** One property as a document writes it. */
export function propToSchema(spec: PropSpec): JsonSchema {
  if (typeof spec === "string") {
    const plain: Record<string, JsonSchema> = {
      text: local("text"),
      rule: local("rule"),
      value: local("value"),
      event: local("event"),
      next: { if: { type: "string" }, then: { type: "string", minLength: 1 }, else: local("event") },
      icon: local("icon"),
      autofill: { enum: [...autofill] },
      itemKey: { type: "string", "x-slot": "itemKey" },
      blocks: { type: "array", items: local("block") },
      json: {},
      string: { type: "string" },
      boolean: { type: "boolean" },
      number: { type: "number" },
    };
    return plain[spec]!;
  }
  if ("gaps" in spec) return { ...local("text"), "x-gaps": spec.gaps };
  if ("value" in spec) return { ...local("value"), "x-type": spec.value };
  if ("integer" in spec) return { type: "integer", minimum: spec.integer[0], maximum: spec.integer[1] };
  if ("enum" in spec) return { enum: [...spec.enum] };
  if ("ref" in spec)
    return spec.orValue
      ? { "x-ref": spec.ref, "x-slot": "value", "x-type": { type: "string" } }
      : { type: "string", "x-ref": spec.ref };
  if ("map" in spec) return { type: "object", additionalProperties: propToSchema(spec.map) };
  const { properties, required } = propsToSchema("list" in spec ? spec.list : spec.object);
  const object = { type: "object", required, additionalProperties: false, properties };
  return "list" in spec ? { type: "array", items: object } : object;
}
