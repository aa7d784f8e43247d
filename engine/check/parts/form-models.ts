import { toFormModel, type FormModel } from "#engine/form/form-model.ts";
import { listForms, type PlacedForm } from "./entries.ts";
import type { DocumentSet } from "./set.ts";

/** A form as it stands in its document and as a page and the server have it, with all that it mounts. */
export interface ModelledForm extends PlacedForm {
  readonly model: FormModel;
}

/** Every form of which a model can be made: one that makes none has a fault of its own, as where it mounts itself. */
export const modelForms = (set: DocumentSet): readonly ModelledForm[] => set.once(makeModels);

const makeModels = (set: DocumentSet): readonly ModelledForm[] =>
  listForms(set).flatMap((placed) => {
    try {
      return [{ ...placed, model: toFormModel(placed.form, (id) => set.find("form", id)) }];
    } catch {
      return [];
    }
  });
