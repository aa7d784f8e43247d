import type { JsonSchema } from "#engine/base/known.ts";
import type { Described, Line } from "./about.ts";
import {
  toPropName,
  type ActionContract,
  type BlockContract,
  type Props,
  type PropSpec,
  type WidgetContract,
} from "./props.ts";

/** The line alone, without its examples. */
const toText = (line: Line): string => (typeof line === "string" ? line : line[0]);

/** The names of a registry with what each is, for a property that names one. */
export function namedBy(
  registry: Readonly<Record<string, Described<BlockContract | WidgetContract | ActionContract>>>,
): JsonSchema {
  return {
    enum: Object.keys(registry),
    enumDescriptions: Object.values(registry).map(({ about }) => toText(about.is)),
  };
}

/**
 * What an editor writes for whoever takes a block, a field or a step out of its list: all that must be there, and the cursor
 * where it is filled in (`$1`, `$2`; "^" is not quoted). An extension that VS Code and others on its service know.
 */
export function snippet(label: string, line: Line, head: JsonSchema, props: Props): JsonSchema {
  let stops = JSON.stringify(head).match(/\$\d/g)?.length ?? 0;
  const required = Object.entries(props).filter(([key]) => !toPropName(key).optional);
  const body = { ...head, ...Object.fromEntries(required.map(([key, spec]) => [key, toStop(spec, (stops += 1))])) };
  return { label, description: toText(line), body };
}

/** Where a property is filled in, with as much of its shape as its kind says. */
export function toStop(spec: PropSpec, at: number): unknown {
  const isText = typeof spec === "object" ? "ref" in spec || "enum" in spec || "gaps" in spec : textKinds.has(spec);
  if (isText) return `$${at}`;
  if (spec === "boolean") return `^\${${at}:true}`;
  if (spec === "blocks" || (typeof spec === "object" && "list" in spec)) return [`^$${at}`];
  return `^{$${at}}`;
}
const textKinds: ReadonlySet<string> = new Set(["text", "string", "icon", "autofill", "itemKey"]);
