import type { Step } from "#engine/documents/steps.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A step behind one that leaves the screen or hands over. */
export const unreachableStep: Check = (set) => {
  const steps = listAllSteps(set);
  const ends = new Set(
    steps.filter(({ step }) => isEnd(step, set)).map(({ source, pointer }) => `${source.path}${pointer}`),
  );
  return steps.flatMap(({ source, pointer }) => {
    const [, list = "", index = ""] = /^(.*)\/(\d+)$/.exec(pointer) ?? [];
    if (!ends.has(`${source.path}${list}/${Number(index) - 1}`)) return [];
    const message = "Nothing may follow a step that leaves or hands over";
    return [issueAt(source, pointer, "unreachable-step", message)];
  });
};

const isEnd = (step: Step, set: DocumentSet): boolean =>
  "then" in step || Object.keys(step).some((key) => set.definition(`action-${key}`)["x-ends"] === true);
