import Type, { type Static } from "typebox";
import { closed } from "#engine/core/base/shapes.ts";
import { toLabel, type RootInput } from "./root.ts";
import { StaffFormListSchema, WholeStaffFormSchema, type WholeStaffForm } from "./shapes/forms.ts";

/** The forms of candidates loaded so far. */
export const contract = () => StaffFormListSchema;

/** One of them, with its verifications. */
export const one = () =>
  closed({
    ...WholeStaffFormSchema.properties,
    verificationList: Type.Array(
      closed({
        ...WholeStaffFormSchema.properties.verificationList.items.properties,
        _id: Type.String({ description: "The id of the row." }),
        name: Type.String({ description: "The label of the verification in the reader's language." }),
      }),
      { description: "The verifications." },
    ),
    detailList: Type.Array(
      closed({
        ...WholeStaffFormSchema.properties.detailList.items.properties,
        _id: Type.String({ description: "The id of the row." }),
        name: Type.String({ description: "The label of the detail in the reader's language." }),
      }),
      { description: "The basic details, each with its registered email." },
    ),
    changeableList: Type.Array(
      closed({
        value: Type.String({ description: "The name of the verification." }),
        name: Type.String({ description: "Its label in the reader's language." }),
      }),
      { description: "The verifications that support may let the candidate change, as choices." },
    ),
  });

/** Builds the root `staffForm` from forms.get. */
export function toStaffForm(
  form: WholeStaffForm,
  input: Pick<RootInput, "find" | "translate">,
): Static<ReturnType<typeof one>> {
  const verificationList = form.verificationList.map((row) => ({
    ...row,
    _id: row.verificationName,
    name: toLabel(row.label, row.verificationName, input),
  }));
  return {
    ...form,
    name: input.translate(form.name),
    verificationList,
    detailList: form.detailList.map((row) => ({ ...row, _id: row.fieldName, name: input.translate(row.label) })),
    changeableList: verificationList
      .filter(({ isChangeable }) => isChangeable)
      .map(({ verificationName: value, name }) => ({ value, name })),
  };
}
