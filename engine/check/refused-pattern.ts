import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A pattern of a form's data that browser and server would not run. */
export const refusedPattern: Check = (set) =>
  listSlots(set, "pattern").flatMap(({ source, pointer, value }) => {
    const fault = findPatternFault(String(value));
    return fault === undefined ? [] : [issueAt(source, pointer, "pattern-refused", fault)];
  });
