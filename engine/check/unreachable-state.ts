import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Where everything begins. */
const beginning = "NOT_INITIALIZED";

/** A transition from a state that no other one leads to. */
export const unreachableState: Check = (set) => {
  const { source, document } = findOnly(set, "states") ?? {};
  if (!source || !document) return [];
  return document.transitions.flatMap(({ of, from }, index) => {
    if (from === "any") return [];
    const reached = document.transitions.flatMap((other) =>
      other.of === of && other.to !== undefined ? [other.to] : [],
    );
    return from.flatMap((state, at) => {
      if (state === beginning || reached.includes(state)) return [];
      const what = of === "item" ? "a verification" : "a transaction";
      const message = `No transition brings ${what} to ${state}`;
      return [issueAt(source, `/transitions/${index}/from/${at}`, "unreachable-state", message)];
    });
  });
};
