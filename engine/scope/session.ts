import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";

/** What is kept of this visit. Tokens are no part of it. */
export const contract = () =>
  Type.Object(
    {
      orgId: Type.Optional(
        Type.String({
          $comment: nameOf.organisation,
          description: "The id of the organisation of the open form; missing without one.",
        }),
      ),
      txnId: Type.Optional(
        Type.String({
          $comment: nameOf.transaction,
          description: "The id of the open transaction; missing without one.",
        }),
      ),
      formId: Type.Optional(
        Type.String({ $comment: nameOf.request, description: "The id of the open form; missing without one." }),
      ),
      signedIn: Type.Boolean({ description: "Somebody is signed in." }),
      openDemo: Type.Boolean({ description: "The demo film is open." }),
      currentVerification: Type.String({
        $comment: nameOf.verification,
        description:
          "The tile that waits until the form has begun, or the verification that is just being deleted; empty without one.",
      }),
      startButtonClicked: Type.Boolean({ description: "The intro's button was pressed." }),
      showInitScreen: Type.Boolean({ description: "The intro is to be shown." }),
      consent: Type.Enum(["open", "given", "refused"], {
        description: "What was answered to the question whether visits may be counted.",
      }),
      leadsBackTo: Type.String({
        description: "The address that signing in leads back to, with its query: '/payment?order_id=…'; home is '/'.",
      }),
      evaluationPartner: Type.String({ description: "The body that evaluates, as chosen last; empty before." }),
    },
    { additionalProperties: false },
  );

/** What documents may write. */
export const writable = [
  "openDemo",
  "currentVerification",
  "startButtonClicked",
  "showInitScreen",
  "evaluationPartner",
  "consent",
] as const;

/** The root `session`. */
export type SessionRoot = Static<ReturnType<typeof contract>>;
