import Type, { type Static } from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";
import { allowed } from "./item.ts";
import { contract as verificationContract } from "./verification.ts";

const document = () =>
  Type.Object(
    {
      at: Type.String({ description: "JSON Pointer to the document in the form data." }),
      label: Type.String({ description: "The label of the field; empty if the wallet omits it." }),
      fileUrl: Type.String({ description: "The URL of the file." }),
      fileName: Type.Optional(Type.String({ description: "The name of the file." })),
      sizeBytes: Type.Optional(Type.Integer({ description: "The size in bytes." })),
      type: Type.Optional(Type.String({ description: "The content type." })),
    },
    { additionalProperties: false },
  );

const submission = () =>
  Type.Object(
    {
      ...verificationContract().properties.submissions.items.properties,
      verificationName: Type.String({
        $comment: entityComment.verification,
        description: "The name of the verification that it belongs to.",
      }),
      label: Type.String({ description: "The label of the verification." }),
      documents: Type.Array(document(), { description: "The documents, in form order." }),
      skipped: Type.Boolean({ description: "The verification is skipped, so it is not submitted." }),
      last: Type.Boolean({ description: "The submission is the last one of its verification." }),
      addLabel: Type.String({ description: "The label for adding another one; empty if only one is allowed." }),
      allowed: allowed("item"),
    },
    { additionalProperties: false },
  );

/** Every submission of the open transaction with its documents, for the review and the records. */
export const contract = () => Type.Array(submission());

/** The root `submissions`. */
export type SubmissionsRoot = Static<ReturnType<typeof contract>>;
