import { mostFields } from "#engine/api/parts/shapes.ts";
import { modelForms } from "./parts/form-models.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A form of more fields, with those of forms that it holds, than a call takes. */
export const crowdedForm: Check = (set) =>
  modelForms(set).flatMap(({ source, model: { fields } }) => {
    if (fields.length <= mostFields) return [];
    const message = `This form has ${fields.length} fields; no call takes more than ${mostFields}`;
    return [issueAt(source, "/fields", "crowded-form", message)];
  });
