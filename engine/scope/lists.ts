import Type from "typebox";
import { contracts } from "#engine/api/contracts.ts";
import { transactionShapes } from "#engine/api/transactions.ts";

// Roots that are the list of an answer as it came.

/** Where a candidate can pay from. */
export const regions = () => contracts["payments.regions"].data.properties.list;
/** Ways to pay in a region. */
export const providers = () => contracts["payments.providers"].data.properties.list;
/** Whether the open transaction can be done express. */
export const mode = () => contracts["payments.mode"].data;
/** Forms that anybody may start. */
export const forms = () =>
  Type.Array(
    Type.Object(
      {
        ...transactionShapes.PublicForm.properties,
        openTxnId: Type.Optional(
          Type.String({ description: "The candidate's transaction of it that runs; there is one at a time." }),
        ),
      },
      { additionalProperties: false },
    ),
  );
/** Where the candidate is signed in. */
export const sessions = () => contracts["sessions.list"].data.properties.list;
/** Credentials that do in place of the verification that is open. */
export const choices = () => contracts["presentations.choices"].data;
/** A credential that is asked for from another wallet. */
export const asking = () => contracts["presentations.get"].data;
/** Notices, newest first: those that were fetched so far, and the number of all. */
export const notifications = () => contracts["notifications.list"].data;
