import Type, { type Static } from "typebox";
import { verificationSchema } from "#engine/core/definitions/verification.ts";
import { allowed, timeline, tone } from "./item.ts";
import { withoutHead } from "./root.ts";
import { verificationShapes } from "./shapes/verifications.ts";

// Documents are left out here; the root `submissions` has them.
const { fileList: _fileList, ...submission } = verificationShapes.Submission.properties;
const bare = () => Type.Object(submission, { additionalProperties: false });

const submissionContract = () =>
  Type.Object(
    {
      ...submission,
      title: Type.String({ description: "The title in a list: 'Degree 2'." }),
      tag: Type.String({ description: "The label of the state." }),
      tone: Type.Optional(tone()),
    },
    { additionalProperties: false },
  );

const repairContract = () =>
  Type.Object(
    {
      title: Type.String({ description: "The title of the submission in a list: 'Degree 2'." }),
      others: Type.Array(Type.String(), { description: "Titles of the other insufficient submissions." }),
    },
    { additionalProperties: false, description: "The submission that `request` concerns; missing without a request." },
  );

/** The open verification: its definition, what the request states about it, and its submissions. */
export const contract = () => {
  const { label: _label, category: _category, ...document } = withoutHead(verificationSchema.properties);
  return Type.Object(
    {
      ...document,
      ...verificationShapes.VerificationInfo.properties,
      responseList: Type.Array(bare(), { description: "The submissions, oldest first." }),
      acceptMultipleSubmissions: Type.Boolean({ description: "It accepts several submissions." }),
      skipAllowed: Type.Boolean({ description: "The request allows skipping it." }),
      marksheetRequired: Type.Boolean({ description: "The request asks for marksheets with it." }),
      accepts: Type.Boolean({ description: "The request accepts a credential instead." }),
      submissions: Type.Array(submissionContract(), { description: "The submissions with titles, oldest first." }),
      repair: Type.Optional(repairContract()),
      bySubType: Type.Record(Type.String(), bare(), {
        description: "The submissions by id.",
      }),
      timelines: Type.Optional(
        Type.Record(Type.String(), timeline("The timeline of the submission."), {
          description: "The timelines of the submissions by id.",
        }),
      ),
      allowed: Type.Optional(allowed("item")),
    },
    { additionalProperties: false },
  );
};

/** A submission in a list. */
export type ListedSubmission = Static<ReturnType<typeof submissionContract>>;
