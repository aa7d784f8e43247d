import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FieldName, FormName, Moment, TxnId, VerificationName, closed, text } from "#engine/core/base/shapes.ts";
import { Colleague } from "./cases.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** A candidate's form in the list of staff. */
export const StaffFormSchema = closed({
  txnId: TxnId,
  displayName: described(text(254), "The candidate's name."),
  mobile: described(text(20), "The last digits of the candidate's number."),
  formId: FormName,
  name: described(text(200), "The name of the form, in English."),
  state: described(StateSchema, "The state of the transaction."),
  createdAt: at("The time at which it was opened first"),
  updatedAt: at("The time of the last change"),
});

/** A page of the forms of an organisation. */
export const StaffFormListSchema = closed({
  list: Type.Array(StaffFormSchema, { maxItems: 100, description: "The forms." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});

/** A candidate's form with its verifications. */
export const WholeStaffFormSchema = closed({
  ...StaffFormSchema.properties,
  verificationList: Type.Array(
    closed({
      verificationName: VerificationName,
      label: described(text(200), "The label of the verification, in English."),
      state: described(StateSchema, "The state of the verification."),
      isChangeable: Type.Boolean({ description: "It is with the verifier, so that support may let it be changed." }),
      changeUntil: Type.Optional(at("Until when the candidate may change it")),
    }),
    { maxItems: 50, description: "The verifications." },
  ),
  detailList: Type.Array(
    closed({
      fieldName: FieldName,
      label: described(text(200), "The label of the basic detail, in English."),
      value: Type.Optional(described(text(200), "The verified value; missing before.")),
      email: Type.Optional(described(text(254), "Its registered email, masked; missing before a code went there.")),
      correction: Type.Optional(
        closed(
          {
            email: described(text(254), "The corrected email, masked."),
            reason: described(text(300), "Why it was corrected."),
            by: described(Colleague, "Who corrected it."),
            correctedAt: at("The time of the correction"),
            confirmedAt: Type.Optional(at("The time at which the candidate confirmed it")),
          },
          { description: "The last correction; missing without one." },
        ),
      ),
    }),
    { maxItems: 20, description: "The basic details, each with its registered email." },
  ),
});

/** A candidate's form with its verifications. */
export type WholeStaffForm = Static<typeof WholeStaffFormSchema>;
/** A page of the forms of an organisation. */
export type StaffFormList = Static<typeof StaffFormListSchema>;
