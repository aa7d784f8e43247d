import type { JsonSchema } from "#engine/base/known.ts";
import { autofill } from "./autofill.ts";
import type { Line, Lines } from "./about.ts";
import { local } from "./meta-words.ts";
import { nameOf, settable } from "./names.ts";
import { toPropName, type Props, type PropSpec, type RefKind } from "./props.ts";

/** A schema with what an editor says of what stands there. */
export function withLine(schema: JsonSchema, line: Line | undefined): JsonSchema {
  if (line === undefined) return schema;
  const [description, ...examples] = typeof line === "string" ? [line] : line;
  return { ...schema, description, ...(examples.length > 0 ? { examples } : {}) };
}

/** Properties of a contract as those of a closed object, with their lines; `above` is the path of the object: "item.". */
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

/** One property as a document writes it. */
export function propToSchema(spec: PropSpec, lines: Lines = {}, above = ""): JsonSchema {
  if (typeof spec === "string") {
    const plain: Record<string, JsonSchema> = {
      text: local("text"),
      rule: local("rule"),
      value: local("value"),
      event: local("event"),
      next: {
        // The names are completed always: what is being typed is no text yet.
        allOf: [nameOf("table")],
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
  if ("gaps" in spec) return { ...local("text"), "x-gaps": spec.gaps };
  if ("value" in spec) return { ...local("value"), "x-type": spec.value };
  if ("integer" in spec) return { type: "integer", minimum: spec.integer[0], maximum: spec.integer[1] };
  if ("enum" in spec) return { enum: [...spec.enum] };
  if ("ref" in spec) return toReference(spec);
  if ("map" in spec) {
    const values = { type: "object", additionalProperties: propToSchema(spec.map) };
    return spec.keys ? { ...values, allOf: [settable] } : values;
  }
  const { properties, required } = propsToSchema("list" in spec ? spec.list : spec.object, lines, above);
  const object = { type: "object", required, additionalProperties: false, properties };
  return "list" in spec ? { type: "array", items: object } : object;
}

/** A name of another document, or with `orValue` where it is read; an editor completes the names that there are. */
function toReference({ ref, orValue }: { readonly ref: RefKind; readonly orValue?: true }): JsonSchema {
  const names = nameOf(ref);
  if (!orValue) return { type: "string", "x-ref": ref, allOf: [names] };
  const read = { "x-slot": "value", "x-type": { type: "string" } };
  // The names are completed always, and asked for only where one is written.
  return { "x-ref": ref, ...read, anyOf: [names, {}], if: { type: "string" }, then: names };
}
