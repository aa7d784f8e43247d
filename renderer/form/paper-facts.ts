import type { PaperFact } from "#widgets/widget.ts";
import type { FormStore } from "./form-store.ts";

/** What the paper of a field is expected to show: fields of its own form that are there, with what stands in them. */
export function listPaperFacts(store: FormStore, pointer: string): PaperFact[] {
  const model = store.model.byPointer.get(pointer);
  return Object.entries(model?.field.shows ?? {}).flatMap(([at, kind]) => {
    const place = `${model?.base ?? ""}${at}`;
    const field = store.model.byPointer.get(place)?.field;
    const view = field && store.field(place);
    if (!field || !view?.visible) return [];
    const value = store.value(place);
    return [
      {
        pointer: place,
        kind,
        label: view.label,
        value: typeof value === "string" ? value : "",
        // What is computed or chosen from a list is not typed.
        open: field.value === undefined && field.options === undefined && !view.readOnly,
      },
    ];
  });
}
