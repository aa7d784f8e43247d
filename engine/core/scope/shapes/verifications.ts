import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  FileUrl,
  FormData,
  Id,
  Moment,
  VerificationName,
  closed,
  maxFields,
  orNull,
  text,
} from "#engine/core/base/shapes.ts";
import { HistorySchema, StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { presentationShapes } from "./presentations.ts";
import { EntrySchema } from "./transaction-info.ts";

const Pointer = Type.String({ pattern: "^(/[^/]{1,64}){1,8}$", maxLength: 300 });
/** A pointer, or "" for all of the data. */
const Place = Type.String({ pattern: "^(/[^/]{1,64}){0,8}$", maxLength: 300 });
const InputSchema = closed({
  fieldName: text(128),
  visibility: Type.Boolean(),
  readOnly: Type.Optional(closed({ profile: Type.Union([Type.Boolean(), text(64)]) })),
});
const AuthOptionSchema = closed({
  page: closed({
    config: Type.Array(closed({ inputs: Type.Array(InputSchema, { maxItems: maxFields }) }), {
      minItems: 1,
      maxItems: 10,
    }),
  }),
  showSpecificForm: Type.Optional(Type.Array(closed({ name: text(128), label: text(200) }), { maxItems: 50 })),
  candidateIdSchemaByInstitute: Type.Optional(
    Type.Record(Type.String({ pattern: "^.{1,200}$" }), closed({ fieldName: text(128), format: text(200) }), {
      additionalProperties: false,
      description: "By institute.",
    }),
  ),
  hidden: Type.Optional(
    Type.Record(Type.String({ pattern: "^[a-z][a-z-]{0,31}$" }), Type.Boolean(), {
      additionalProperties: false,
      description: "By client flow.",
    }),
  ),
});
export const VerificationConfigSchema = closed({
  name: VerificationName,
  metadata: closed({ label: text(200), iconUrl: text(2000), orgSpecificName: Type.Optional(text(200)) }),
  additionalInfo: closed({
    name: text(200),
    authOptions: Type.Array(AuthOptionSchema, { maxItems: 20 }),
    acceptMultipleSubmissions: Type.Boolean(),
  }),
  category: closed({ name: text(64) }),
});
/** A document of a submission: its field, and the stored file. */
const SubmittedDocumentSchema = closed({
  at: described(Pointer, "JSON Pointer to the document in the form data."),
  label: described(text(200), "The label of the field."),
  fileUrl: described(FileUrl, "The URL of the file."),
  fileName: described(text(300), "The name of the file."),
  sizeBytes: Type.Integer({ minimum: 0, description: "The size in bytes." }),
  type: described(text(64), "The content type."),
});
/** A verifier's request for more. `replaceList`: pointers below each of which a value must change. */
const RequestSchema = closed({
  subType: described(Id, "The id of the insufficient submission."),
  reason: described(text(2000), "The verifier's reason."),
  fieldList: Type.Array(
    closed({
      at: described(Pointer, "JSON Pointer to the value in the form data."),
      label: described(text(200), "The label of the field."),
      reason: Type.Optional(described(text(2000), "Why this field must be sent again; missing without an own reason.")),
    }),
    { maxItems: maxFields, description: "The fields to send again." },
  ),
  replaceList: Type.Optional(
    Type.Array(Place, {
      maxItems: maxFields,
      description: "JSON Pointers to places where at least one value must change.",
    }),
  ),
  requestedAt: Type.Optional(described(Moment, "The time of the request, ISO 8601 in UTC.")),
});
const SubmissionSchema = closed({
  subType: described(Id, "The id of the submission."),
  state: described(StateSchema, "The state of the submission."),
  data: described(FormData, "The submitted data, by the keys of the form; sensitive values are masked."),
  updatedAt: described(Moment, "The time of the last change, ISO 8601 in UTC."),
  reason: Type.Optional(described(text(2000), "The verifier's reason for a failure or a request.")),
  history: HistorySchema,
  fileList: Type.Optional(
    Type.Array(SubmittedDocumentSchema, {
      maxItems: 100,
      description: "The documents of the submission, in form order.",
    }),
  ),
});
export const { name, label, category, state, subType } = EntrySchema.properties;
export const VerificationInfoSchema = closed({
  name,
  label,
  category,
  state,
  subType,
  request: described(orNull(RequestSchema), "The open request of the verifier; null without one."),
  requestList: Type.Optional(
    Type.Array(RequestSchema, { maxItems: 100, description: "One request for each insufficient submission." }),
  ),
  responseList: Type.Array(SubmissionSchema, { maxItems: 100, description: "The submissions, oldest first." }),
  presentationList: Type.Optional(
    Type.Array(presentationShapes.Presentation, {
      maxItems: 1,
      description: "The credential that replaced the verification.",
    }),
  ),
});
export const SavedSchema = closed({ verificationName: VerificationName, subType: Id, state: StateSchema });
/** The open page of a form with pages. */
export const DraftPage = described(
  Type.String({ pattern: "^[a-z][a-z0-9-]*$", maxLength: 40 }),
  "The id of the page that is open; only in forms with pages.",
);
export const DraftSchema = closed({
  version: Type.Integer({ minimum: 0 }),
  data: FormData,
  page: Type.Optional(DraftPage),
  updatedAt: Type.Optional(Moment),
});
const Hex = Type.String({ pattern: "^[0-9a-f]{2,128}$" });
/** Parameters of a challenge for `solveChallenge` of altcha-lib. */
export const WorkSchema = closed({
  algorithm: described(Type.Literal("PBKDF2/SHA-256"), "The algorithm of one step."),
  nonce: described(Hex, "The nonce in front of the number."),
  salt: described(Hex, "The salt of each step."),
  cost: Type.Integer({ minimum: 1, description: "The number of rounds in one step." }),
  keyLength: Type.Integer({ minimum: 1, description: "The number of bytes from one step." }),
  keyPrefix: described(Hex, "The prefix that the bytes of the solution start with."),
});

/** Configuration from which a client draws a verification. */
export type VerificationConfig = Static<typeof VerificationConfigSchema>;
/** One verification with its submissions and the verifier's open requests. */
export type VerificationInfo = Static<typeof VerificationInfoSchema>;
/** One submission of a verification; sensitive values are masked. */
export type Submission = Static<typeof SubmissionSchema>;
/** A document of a submission. */
export type SubmittedDocument = Static<typeof SubmittedDocumentSchema>;
/** A verifier's request for more. */
export type RepairRequest = Static<typeof RequestSchema>;
/** Proof of work for people who cannot read the picture: find the number from 0 whose step has the wanted prefix. */
export type CaptchaWork = Static<typeof WorkSchema>;
/** The result of a save for each submission. */
export type SavedSubmission = Static<typeof SavedSchema>;
/** A stored draft. Without one: version 0, empty data, no time. */
export type Draft = Static<typeof DraftSchema>;

/** Shapes that the API document names. */
export const verificationShapes = {
  VerificationConfig: VerificationConfigSchema,
  VerificationInfo: VerificationInfoSchema,
  Submission: SubmissionSchema,
  Saved: SavedSchema,
  Draft: DraftSchema,
};
