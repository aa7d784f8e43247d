import { toPropName, type Props, type PropSpec } from "#engine/core/definitions/props.ts";
import { evaluate, isTrue, type Expr, type Rule } from "#engine/core/rules/evaluate.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { BlockScope } from "./scope.ts";

/**
 * Evaluates the properties of a block as its contract declares them. Leaves properties that are read per item as they
 * are.
 */
export function resolveProps(
  props: Props,
  document: Record<string, unknown>,
  scope: BlockScope,
  perItem: readonly string[] = [],
): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [key, spec] of Object.entries(props)) {
    const { name } = toPropName(key);
    const value = document[name];
    if (value === undefined && spec !== "rule") continue;
    resolved[name] = perItem.includes(name) ? value : resolveProp(spec, value, scope);
  }
  return resolved;
}

/** Evaluates one property. A missing rule is false, so that nothing is disabled by default. */
function resolveProp(spec: PropSpec, value: unknown, scope: BlockScope): unknown {
  if (value === undefined) return spec === "rule" ? false : undefined;
  if (spec === "text") return scope.text(value as Text);
  if (spec === "rule") return isTrue(value as Rule, scope.scope);
  if (spec === "value" || (typeof spec === "object" && "value" in spec)) return evaluate(value as Expr, scope.scope);
  if (typeof spec === "string" || "enum" in spec || "integer" in spec) return value;
  // The block fills the placeholders.
  if ("placeholders" in spec)
    return typeof value === "string" ? scope.config.translate(value) : scope.text(value as Text);
  if ("ref" in spec) return spec.orValue ? evaluate(value as Expr, scope.scope) : value;
  if ("map" in spec)
    return Object.fromEntries(
      Object.entries(value as object).map(([key, part]) => [key, resolveProp(spec.map, part, scope)]),
    );
  if ("object" in spec) return resolveProps(spec.object, value as Record<string, unknown>, scope);
  const rows = (value as Record<string, unknown>[]).filter(
    (row) => !("when?" in spec.list) || row["when"] === undefined || isTrue(row["when"] as Rule, scope.scope),
  );
  return rows.map((row) => resolveProps(spec.list, row, scope));
}
