import { listAllSteps, type PlacedStep } from "./parts/places.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** `replace` at a step that no press leads to: what a screen does by itself leads on in its place anyway. */
export const idleReplace: Check = (set) => {
  const pressed = findPressedFlows(set);
  const message = "Nobody presses this: it leads on in the screen's place without being told; leave it out";
  return listAllSteps(set)
    .filter((placed) => placed.step["replace"] !== undefined && !isPressed(placed, pressed))
    .map(({ source, pointer }) => issueAt(source, `${pointer}/replace`, "idle-replace", message));
};

/** Flows that something other than a screen's needs, loads and entering runs, or that such a flow runs. */
function findPressedFlows(set: DocumentSet): ReadonlySet<SourceDocument> {
  const pressed = new Set<SourceDocument>();
  const steps = listAllSteps(set);
  for (let before = -1; before < pressed.size;) {
    before = pressed.size;
    for (const placed of steps) {
      const run = placed.step["run"];
      const flow = typeof run === "string" && isPressed(placed, pressed) ? set.source("flow", run) : undefined;
      if (flow) pressed.add(flow);
    }
  }
  return pressed;
}

function isPressed({ source, pointer }: PlacedStep, flows: ReadonlySet<SourceDocument>): boolean {
  if (source.document.kind === "flow") return flows.has(source);
  return source.document.kind !== "screen" || !/^\/(needs|load|on)\//.test(pointer);
}
