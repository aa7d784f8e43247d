import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

export const navigate: Action = (step, context) => {
  const scope = context.scope();
  const path = context.toPath(
    String(step["navigate"]),
    evaluateValues(step["params"], scope),
    evaluateValues(step["query"], scope),
  );
  context.navigate(path, { state: evaluateValues(step["state"], scope), replace: step["replace"] === true });
};
