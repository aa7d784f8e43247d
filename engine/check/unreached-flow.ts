import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A flow that no screen leads to. */
export const unreachedFlow: Check = (set) => {
  const run = new Set(
    [...stepsOfScreens(set).values()].flatMap((steps) => steps.map(({ step }) => String(step["run"] ?? ""))),
  );
  return set
    .ofKind("flow")
    .filter(({ document }) => !run.has(document.id))
    .map((source) => issueAt(source, "", "unreached-flow", `No screen leads to the flow ${source.document.id}`));
};
