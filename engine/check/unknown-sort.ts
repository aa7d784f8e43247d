import { keysOf, stepInto } from "#engine/base/known.ts";
import { listSlots } from "./parts/places.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { worldsAt } from "./parts/typed-at.ts";

/** A list is put in the order of a key that its items do not have. */
export const unknownSort: Check = (set) =>
  listSlots(set, "itemKey").flatMap(({ source, pointer, value }) => {
    const key = String(value);
    const block = pointer.slice(0, pointer.lastIndexOf("/"));
    const items = worldsAt(set, source, `${block}/item`).flatMap(({ roots }) => roots["item"] ?? []);
    const lacking = items.find((item) => !stepInto(item, key));
    if (!lacking) return [];
    const message = `The items have no "${key}"${meantOf(key, keysOf(lacking))}`;
    return [issueAt(source, pointer, "unknown-sort", message)];
  });
