import Type, { type Static } from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";

/** State of this visit, without tokens. */
export const contract = () =>
  Type.Object(
    {
      orgId: Type.Optional(
        Type.String({
          $comment: entityComment.organisation,
          description: "The id of the open form's organisation; missing without one.",
        }),
      ),
      txnId: Type.Optional(
        Type.String({
          $comment: entityComment.transaction,
          description: "The id of the open transaction; missing without one.",
        }),
      ),
      formId: Type.Optional(
        Type.String({ $comment: entityComment.request, description: "The id of the open form; missing without one." }),
      ),
      signedIn: Type.Boolean({ description: "The candidate is signed in." }),
      openDemo: Type.Boolean({ description: "The demo video is open." }),
      currentVerification: Type.String({
        $comment: entityComment.verification,
        description: "The tile that waits for the start, or the verification being deleted; empty without one.",
      }),
      startButtonClicked: Type.Boolean({ description: "The candidate pressed the intro's button." }),
      showInitScreen: Type.Boolean({ description: "The page shows the intro." }),
      consent: Type.Enum(["open", "given", "refused"], {
        description: "The answer to the analytics consent.",
      }),
      returnPath: Type.String({
        description: "The address to return to after sign-in, with its query: '/payment?order_id=…'; home is '/'.",
      }),
      evaluationPartner: Type.String({ description: "The evaluation body chosen last; empty before." }),
    },
    { additionalProperties: false },
  );

/** Keys that definitions may write. */
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
