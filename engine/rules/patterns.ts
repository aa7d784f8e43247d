import { RuleError } from "./expression.ts";
import { findPatternFault } from "./pattern-fault.ts";

const compiled = new Map<string, RegExp>();

/** A pattern as RegExp (u flag, kept); throws RuleError for one outside the linear-time subset. */
export function toPattern(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const fault = findPatternFault(pattern);
  if (fault) throw new RuleError("pattern", fault);
  const made = new RegExp(pattern, "u");
  if (compiled.size < 500) compiled.set(pattern, made);
  return made;
}
