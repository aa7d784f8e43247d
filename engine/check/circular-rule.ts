import { walkRules } from "./parts/rule-walk.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A rule that asks itself, through others or at once. */
export const circularRule: Check = (set) =>
  walkRules(set).circles.flatMap((circle) => {
    const [name = ""] = circle;
    const shown = circle.length > 12 ? [...circle.slice(0, 10), "…", name] : circle;
    const rule = set.findRule(name);
    return rule
      ? [issueAt(rule.source, rule.pointer, "circular-rule", `This rule asks itself: ${shown.join(" → ")}`)]
      : [];
  });
