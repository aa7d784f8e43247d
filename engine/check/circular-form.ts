import { innerForms, listForms, type PlacedForm } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A form that mounts itself, or uses its own fields, through others or at once. */
export const circularForm: Check = (set) => {
  const forms = new Map(listForms(set).map((placed) => [placed.form.id, placed]));
  const told = new Set<string>();
  return listForms(set).flatMap((placed) =>
    innerForms(placed)
      .filter(({ id }) => {
        const reached = reachedFrom(id, forms);
        if (!reached.has(placed.form.id) || [...reached].some((form) => told.has(form))) return false;
        told.add(placed.form.id);
        return true;
      })
      .map(({ pointer }) =>
        issueAt(placed.source, pointer, "circular-form", `The form ${placed.form.id} leads back to itself here`),
      ),
  );
};

function reachedFrom(start: string, forms: ReadonlyMap<string, PlacedForm>): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) {
    const placed = forms.get(id);
    for (const inner of placed ? innerForms(placed) : []) reached.add(inner.id);
  }
  return reached;
}
