import { isMounted } from "#engine/documents/form-entry.ts";
import type { FormDocument } from "#engine/documents/form.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import { listForms, type PlacedEntry } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Fields whose `when` and `value` wait for each other: page and server would not surely agree. */
export const circularField: Check = (set) =>
  listForms(set).flatMap(({ source, form, entries }) => {
    const circle = toCircle(form, (id) => set.find("form", id), set.rules);
    // One that lies in a mounted form alone is told there.
    if (circle.every((pointer) => isMountedBelow(entries, pointer))) return [];
    const names = circle.length > 8 ? `${circle.slice(0, 8).join(", ")} …` : circle.join(", ");
    return [issueAt(source, "/fields", "circular-field", `The conditions of ${names} lead in a circle`)];
  });

const isMountedBelow = (entries: readonly PlacedEntry[], pointer: string): boolean =>
  entries.some(({ entry }) => isMounted(entry) && pointer.startsWith(`${entry.at}/`));

function toCircle(
  form: FormDocument,
  findForm: (id: string) => FormDocument | undefined,
  rules: Parameters<typeof toDependencies>[1],
): readonly string[] {
  try {
    return toDependencies(toFormModel(form, findForm), rules).circle;
  } catch {
    return []; // a form that makes no model has a fault of its own: a missing value, or a form that mounts itself
  }
}
