import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Line, Lines } from "#engine/core/definitions/about.ts";
import { autofill } from "#engine/core/definitions/autofill.ts";
import { nameReference, settable } from "#engine/core/definitions/names.ts";
import { toPropName, type Props, type PropSpec, type RefKind } from "#engine/core/definitions/props.ts";
import { local } from "./texts.ts";

/** Adds a description and examples to a schema. */
export function withLine(schema: JsonSchema, line: Line | undefined): JsonSchema {
  if (line === undefined) return schema;
  const [description, ...examples] = typeof line === "string" ? [line] : line;
  return { ...schema, description, ...(examples.length > 0 ? { examples } : {}) };
}

/**
 * Converts the properties of a contract to those of a closed object, with descriptions. `above` is the path of the
 * object.
 */
export function propsToSchema(
  props: Props,
  lines: Lines,
  above = "",
): { properties: Record<string, JsonSchema>; required: string[] } {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, spec] of Object.entries(props)) {
    const { name, optional } = toPropName(key);
    properties[name] = withLine(propToSchema(spec, lines, `${above}${name}.`), lines[`${above}${name}`]);
    if (!optional) required.push(name);
  }
  return { properties, required };
}

/** The schema of one property. */
export function propToSchema(spec: PropSpec, lines: Lines = {}, above = ""): JsonSchema {
  if (typeof spec === "string") {
    const plain: Record<string, JsonSchema> = {
      text: local("text"),
      rule: local("rule"),
      value: local("value"),
      event: local("event"),
      next: {
        // Outside the condition, so that editors complete names before a text is typed.
        allOf: [nameReference("table")],
        if: { type: "string" },
        then: { type: "string", minLength: 1 },
        else: local("event"),
      },
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
  if ("placeholders" in spec) return { ...local("text"), "x-placeholders": spec.placeholders };
  if ("value" in spec) return { ...local("value"), "x-type": spec.value };
  if ("integer" in spec) return { type: "integer", minimum: spec.integer[0], maximum: spec.integer[1] };
  if ("enum" in spec) return { enum: [...spec.enum] };
  if ("ref" in spec) return toReference(spec);
  if ("map" in spec) {
    const values = { type: "object", additionalProperties: propToSchema(spec.map) };
    if (spec.keys === "itemPath") return { ...values, "x-slot": "itemFilter" };
    return spec.keys ? { ...values, allOf: [settable] } : values;
  }
  const { properties, required } = propsToSchema("list" in spec ? spec.list : spec.object, lines, above);
  const object = { type: "object", required, additionalProperties: false, properties };
  return "list" in spec ? { type: "array", items: object } : object;
}

/** A name of another definition or, with `orValue`, an expression that gives it. */
function toReference({ ref, orValue }: { readonly ref: RefKind; readonly orValue?: true }): JsonSchema {
  const names = nameReference(ref);
  if (!orValue) return { type: "string", "x-ref": ref, allOf: [names] };
  const read = { "x-slot": "value", "x-type": { type: "string" } };
  // Editors always complete names, but only a written name must exist.
  return { "x-ref": ref, ...read, anyOf: [names, {}], if: { type: "string" }, then: names };
}
