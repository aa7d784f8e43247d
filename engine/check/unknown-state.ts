import { stateNames } from "#engine/api/states.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Words for a state that nothing is ever in. */
export const unknownState: Check = (set) => {
  const { source, document } = findOnly(set, "states") ?? {};
  if (!source || !document) return [];
  return Object.keys(document.states)
    .filter((name) => !stateNames.some((known) => known === name))
    .map((name) => {
      const message = `There is no state "${name}"${meantOf(name, stateNames)}`;
      return issueAt(source, `/states/${toPointerStep(name)}`, "unknown-state", message);
    });
};
