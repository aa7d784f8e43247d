import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described, Line } from "#engine/core/definitions/about.ts";
import {
  toPropName,
  type ActionContract,
  type BlockContract,
  type Props,
  type PropSpec,
  type WidgetContract,
} from "#engine/core/definitions/props.ts";

/** The description without its examples. */
const toText = (line: Line): string => (typeof line === "string" ? line : line[0]);

/** The names of a registry with their descriptions. */
export function namedBy(
  registry: Readonly<Record<string, Described<BlockContract | WidgetContract | ActionContract>>>,
): JsonSchema {
  return {
    enum: Object.keys(registry),
    enumDescriptions: Object.values(registry).map(({ about }) => toText(about.is)),
  };
}

/**
 * A snippet for a block, a field or a step: its required properties, with cursor stops (`$1`, `$2`; "^" is not quoted).
 * `defaultSnippets` is an extension of VS Code and editors with its language service.
 */
export function snippet(label: string, line: Line, head: JsonSchema, props: Props): JsonSchema {
  let stops = JSON.stringify(head).match(/\$\d/g)?.length ?? 0;
  const required = Object.entries(props).filter(([key]) => !toPropName(key).optional);
  const body = { ...head, ...Object.fromEntries(required.map(([key, spec]) => [key, toStop(spec, (stops += 1))])) };
  return { label, description: toText(line), body };
}

/** A cursor stop for a property, in the shape of its type. */
export function toStop(spec: PropSpec, at: number): unknown {
  const isText =
    typeof spec === "object" ? "ref" in spec || "enum" in spec || "placeholders" in spec : textKinds.has(spec);
  if (isText) return `$${at}`;
  if (spec === "boolean") return `^\${${at}:true}`;
  if (spec === "blocks" || (typeof spec === "object" && "list" in spec)) return [`^$${at}`];
  return `^{$${at}}`;
}
const textKinds: ReadonlySet<string> = new Set(["text", "string", "icon", "autofill", "itemKey"]);
