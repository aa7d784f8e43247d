import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A row that always holds hides those behind it, and one that never holds says nothing. */
export const unreachableRow: Check = (set) =>
  listSlots(set, "rule").flatMap(({ source, pointer, value }) => {
    if (typeof value !== "boolean" || !/\/rows\/\d+\/when$/.test(pointer)) return [];
    const message = value ? "A row that always holds is an otherwise" : "A row that never holds can go";
    return [issueAt(source, pointer, "unreachable-row", message)];
  });
