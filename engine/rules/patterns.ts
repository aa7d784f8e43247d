import { RuleError } from "./expression.ts";
import { findPatternFault } from "./pattern-fault.ts";

/** A pattern that is ready to be asked. */
export interface Pattern {
  test(text: string): boolean;
}

/** Makes a pattern of a document ready: the syntax and the answers of `new RegExp(source, "u")`. */
export type PatternEngine = (source: string) => Pattern;

let engine: PatternEngine = (source) => new RegExp(source, "u");
const compiled = new Map<string, Pattern>();

/**
 * Has the patterns of this process matched by another engine; without it, by the platform's own. All engines give the
 * same answers, so this is no part of what a rule sees: it stands beside the scope, where no maker of a scope can
 * forget it. A server says it once, when it starts; a page never does.
 */
export function setPatternEngine(next: PatternEngine): void {
  engine = next;
  compiled.clear();
}

/** A pattern, kept once it is compiled; throws RuleError for one that the check refuses. */
export function toPattern(source: string): Pattern {
  const known = compiled.get(source);
  if (known) return known;
  const fault = findPatternFault(source);
  if (fault) throw new RuleError("pattern", fault);
  const made = engine(source);
  if (compiled.size < 500) compiled.set(source, made);
  return made;
}
