import { isMounted } from "#engine/documents/form-entry.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import type { PlacedEntry } from "./parts/entries.ts";
import { modelForms } from "./parts/form-models.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Fields whose `when` and `value` wait for each other: page and server would not surely agree. */
export const circularField: Check = (set) =>
  modelForms(set).flatMap(({ source, entries, model }) => {
    const { circle } = toDependencies(model, set.rules);
    // One that lies in a mounted form alone is told there.
    if (circle.every((pointer) => isMountedBelow(entries, pointer))) return [];
    const names = circle.length > 8 ? `${circle.slice(0, 8).join(", ")} …` : circle.join(", ");
    return [issueAt(source, "/fields", "circular-field", `The conditions of ${names} lead in a circle`)];
  });

const isMountedBelow = (entries: readonly PlacedEntry[], pointer: string): boolean =>
  entries.some(({ entry }) => isMounted(entry) && pointer.startsWith(`${entry.at}/`));
