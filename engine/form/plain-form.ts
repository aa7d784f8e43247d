import type { FormModel } from "./form-model.ts";

/** Up to so many fields a form is drawn without rjsf: sign-in, a one-time password, a choice. */
const plainFields = 3;

/** A form that the page draws by itself; the server knows it too, and links what draws the others ahead. */
export const isPlain = ({ fields }: Pick<FormModel, "fields">): boolean => fields.length <= plainFields;
