import type { Issue } from "#engine/base/issue.ts";
import { readRules } from "#engine/rules/visit.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A rule that asks itself, through others or at once. */
export const circularRule: Check = (set) => {
  const finder = new CircleFinder(set);
  for (const name of set.namedRules().keys()) finder.visit(name);
  return finder.issues;
};

class CircleFinder {
  readonly issues: Issue[] = [];
  readonly #done = new Set<string>();

  constructor(readonly set: DocumentSet) {}

  /** Goes down without calling itself: a circle may be as long as there are rules. */
  visit(start: string): void {
    const trail: { name: string; left: string[] }[] = [];
    const open = new Set<string>();
    const enter = (name: string): void => {
      const rule = this.set.findRule(name);
      if (!rule || this.#done.has(name)) return;
      if (open.has(name)) return this.#tell(name, trail);
      open.add(name);
      trail.push({ name, left: readRules(rule.expr) });
    };
    enter(start);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.left.pop();
      if (next !== undefined) enter(next);
      else {
        trail.pop();
        open.delete(top.name);
        this.#done.add(top.name);
      }
    }
  }

  #tell(name: string, trail: readonly { name: string }[]): void {
    const names = trail.map((step) => step.name);
    const circle = [...names.slice(names.indexOf(name)), name];
    const shown = circle.length > 12 ? [...circle.slice(0, 10), "…", name] : circle;
    const rule = this.set.findRule(name);
    if (rule)
      this.issues.push(
        issueAt(rule.source, rule.pointer, "circular-rule", `This rule asks itself: ${shown.join(" → ")}`),
      );
  }
}
