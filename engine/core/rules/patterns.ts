import { RuleError } from "./expression.ts";
import { findPatternFault } from "./pattern-fault.ts";

/** A compiled pattern. */
export interface Pattern {
  test(text: string): boolean;
}

/** Compiles a pattern of a definition, with the syntax and results of `new RegExp(source, "u")`. */
export type PatternEngine = (source: string) => Pattern;

let engine: PatternEngine = (source) => new RegExp(source, "u");
const compiled = new Map<string, Pattern>();

/**
 * Sets the regular expression engine of this process; the default is the platform's. All engines give the same results,
 * so the engine is not part of the scope. The server sets it at start; the page never does.
 */
export function setPatternEngine(next: PatternEngine): void {
  engine = next;
  compiled.clear();
}

/** Returns the compiled pattern, cached. Throws RuleError for a pattern that the check rejects. */
export function compilePattern(source: string): Pattern {
  const known = compiled.get(source);
  if (known) return known;
  const fault = findPatternFault(source);
  if (fault) throw new RuleError("pattern", fault);
  const made = engine(source);
  if (compiled.size < 500) compiled.set(source, made);
  return made;
}
