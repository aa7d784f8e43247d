import type { DocumentFact } from "#widgets/widget.ts";
import type { FormStore } from "./form-store.ts";

/** Facts that the document of a file field should show: visible fields of the same form with their present values. */
export function listDocumentFacts(store: FormStore, pointer: string): DocumentFact[] {
  const model = store.model.byPointer.get(pointer);
  return Object.entries(model?.field.shows ?? {}).flatMap(([at, kind]) => {
    const target = `${model?.base ?? ""}${at}`;
    const field = store.model.byPointer.get(target)?.field;
    const view = field && store.field(target);
    if (!field || !view?.visible) return [];
    const value = store.value(target);
    return [
      {
        pointer: target,
        kind,
        label: view.label,
        value: typeof value === "string" ? value : "",
        // Computed values and choices from a list cannot be filled in from a document.
        isFillable: field.value === undefined && field.options === undefined && !view.readOnly,
      },
    ];
  });
}
