import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { entityComment } from "#engine/core/base/value-type.ts";
import { Id, text } from "#engine/core/base/shapes.ts";

const closed = { additionalProperties: false } as const;
const day = (description: string) => Type.String({ description: `${description}, in the language of the report.` });

/** The report that is being made. Days and names are readable texts. */
export const reportContract = () =>
  Type.Object(
    {
      id: described(Id, "The id of the report."),
      issuedOn: day("The day of issue"),
      holder: described(text(200), "The candidate's name when they submitted."),
      mobile: described(text(32), "The candidate's mobile number."),
      request: described(text(200), "The name of the request."),
      organisation: described(text(200), "The name of the organisation that asked."),
      receiver: described(text(200), "The name of the evaluation partner."),
      references: described(text(500), "The reference numbers of the request, separated by commas; empty without any."),
      submittedOn: day("The day of submission"),
      transactionId: described(Id, "The id of the transaction."),
    },
    closed,
  );

/** One verified submission, in a section of each verification. */
export const submissionContract = () =>
  Type.Object(
    {
      verificationName: Type.String({
        $comment: entityComment.verification,
        description: "The name of the verification.",
      }),
      label: described(text(200), "The label of the verification."),
      title: described(text(500), "What sets it apart from others of the verification; empty for a single one."),
      result: Type.Enum(["verified", "skipped"], { description: "The result; 'skipped' has no answers." }),
      source: Type.Enum(["console", "provider", "identity", "credential", "none"], {
        description: "Who verified: staff, a provider's system, an identity service, or an issuer's credential.",
      }),
      issuer: described(text(2000), "The issuer of a presented credential; else empty."),
      submittedOn: day("The day of submission; empty without one"),
      verifiedOn: day("The day of the result; empty without one"),
      credentialId: described(text(64), "The id of the issued credential; empty without one."),
    },
    closed,
  );

/** The root `report`. */
export type ReportRoot = Static<ReturnType<typeof reportContract>>;
/** The root `submission`. */
export type SubmissionRoot = Static<ReturnType<typeof submissionContract>>;
