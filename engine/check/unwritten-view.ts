import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value of `view` that begins as nothing and that no step writes: whoever reads it reads nothing. */
export const unwrittenView: Check = (set) =>
  [...stepsOfScreens(set)].flatMap(([screen, steps]) => {
    const written = new Set(steps.flatMap(({ step }) => Object.keys((step["set"] ?? {}) as object)));
    return Object.entries((screen.document as DocumentOf<"screen">).view ?? {})
      .filter(([name, { default: start }]) => start === undefined && !written.has(`view.${name}`))
      .map(([name]) => {
        const message = `No step on the screen ${screen.document.id} sets view.${name}, and it has no default`;
        return issueAt(screen, `/view/${toPointerStep(name)}`, "unwritten-view", message);
      });
  });
