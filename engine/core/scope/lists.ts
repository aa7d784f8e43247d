import Type from "typebox";
import { listOf } from "#engine/core/base/shapes.ts";
import { NotificationListSchema } from "./shapes/notifications.ts";
import { PasskeyListSchema } from "./shapes/passkeys.ts";
import { PaymentModeSchema, paymentShapes } from "./shapes/payments.ts";
import { presentationShapes } from "./shapes/presentations.ts";
import { SessionListSchema } from "./shapes/sessions.ts";
import { MemberListSchema, SignInWaysSchema } from "./shapes/staff.ts";
import { transactionShapes } from "./shapes/transactions.ts";

// Contracts of roots that are an answer, or the list of an answer, as it came.

/** Regions that a candidate can pay from. */
export const regions = () => listOf(paymentShapes.PaymentRegion).properties.list;
/** Payment providers of a region. */
export const providers = () => listOf(paymentShapes.PaymentProviderOption).properties.list;
/** Whether express is possible for the open transaction. */
export const mode = () => PaymentModeSchema;
/** Forms that anyone may start. */
export const forms = () =>
  Type.Array(
    Type.Object(
      {
        ...transactionShapes.PublicForm.properties,
        openTxnId: Type.Optional(
          Type.String({ description: "The id of the candidate's running transaction of the form, if any." }),
        ),
      },
      { additionalProperties: false },
    ),
  );
/** The candidate's sessions. */
export const sessions = () => SessionListSchema.properties.list;
/** The candidate's passkeys. */
export const passkeys = () => PasskeyListSchema.properties.list;
/** Credentials that can replace the open verification. */
export const matchingCredentials = () => presentationShapes.MatchingCredentials;
/** A credential requested from another wallet. */
export const presentationRequest = () => presentationShapes.PresentationRequest;
/** The notices loaded so far, newest first, and the number of all. */
export const notifications = () => NotificationListSchema;
/** How staff may sign in beside their passkeys. */
export const signInWays = () => SignInWaysSchema;
/** The staff of the organisation. */
export const members = () => MemberListSchema.properties.list;
