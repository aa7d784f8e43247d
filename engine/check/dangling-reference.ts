import { meantOf } from "./parts/meant.ts";
import { listReferences } from "./parts/places.ts";
import { findReferable } from "./parts/referable.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** How a document that is not there is begun, where it is one of its own. */
const toBegin = (kind: string, name: string): string =>
  begun.has(kind) ? `; npm run new -- ${kind} ${name} begins one` : "";
const begun: ReadonlySet<string> = new Set(["form", "verification", "screen", "flow", "options"]);

/** A name that a document gives another one, and that nobody has. */
export const danglingReference: Check = (set) => {
  return [...listReferences(set)].flatMap(([kind, places]) => {
    const names = findReferable(set, kind);
    if (!names) return [];
    return places.flatMap(({ source, pointer, value }) => {
      const name = String(value);
      if (names.has(name) || set.isLeftOut(kind, name)) return [];
      const message = `There is no ${kind} "${name}"${meantOf(name, names) || toBegin(kind, name)}`;
      return [issueAt(source, pointer, "dangling-reference", message)];
    });
  });
};
