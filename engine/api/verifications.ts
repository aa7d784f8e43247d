import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { presentationShapes } from "./presentations.ts";
import { HistorySchema, StateSchema } from "./states.ts";
import { EntrySchema } from "./transaction-info.ts";
import {
  FileUrl,
  FormData,
  Id,
  Moment,
  OrgName,
  TxnKeys,
  VerificationName,
  closed,
  filled,
  listOf,
  mostFields,
  orNull,
  text,
} from "./parts/shapes.ts";

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
    config: Type.Array(closed({ inputs: Type.Array(InputSchema, { maxItems: mostFields }) }), {
      minItems: 1,
      maxItems: 10,
    }),
  }),
  showSpecificForm: Type.Optional(Type.Array(closed({ name: text(128), label: text(200) }), { maxItems: 50 })),
  candidateIdSchemaByInstitute: Type.Optional(
    Type.Record(Type.String({ pattern: "^.{1,200}$" }), closed({ fieldName: text(128), format: text(200) }), {
      additionalProperties: false,
      description: "Keyed by institute.",
    }),
  ),
  hidden: Type.Optional(
    Type.Record(Type.String({ pattern: "^[a-z][a-z-]{0,31}$" }), Type.Boolean(), {
      additionalProperties: false,
      description: "Keyed by client flow.",
    }),
  ),
});
const VerificationConfigSchema = closed({
  name: VerificationName,
  metadata: closed({ label: text(200), iconUrl: text(2000), orgSpecificName: Type.Optional(text(200)) }),
  additionalInfo: closed({
    name: text(200),
    authOptions: Type.Array(AuthOptionSchema, { maxItems: 20 }),
    acceptMultipleSubmissions: Type.Boolean(),
  }),
  category: closed({ name: text(64) }),
});
/** A paper in a submission: which field holds it, and what the store knows of it. */
const PaperSchema = closed({
  at: described(Pointer, "JSON Pointer to it in the form's data."),
  label: described(text(200), "What its field is called."),
  fileUrl: described(FileUrl, "Where it is read."),
  fileName: described(text(300), "The name of the file."),
  sizeBytes: Type.Integer({ minimum: 0, description: "How many bytes it has." }),
  type: described(text(64), "Its content type."),
});
/** What a verifier asks for again. `replaceList`: places, in each of which something must become another. */
const RequestSchema = closed({
  subType: described(Id, "The id of the submission that lacks something."),
  reason: described(text(2000), "What is missing, in the verifier's words."),
  fieldList: Type.Array(
    closed({
      at: described(Pointer, "JSON Pointer to the value in the form's data."),
      label: described(text(200), "What the field is called."),
    }),
    { maxItems: mostFields, description: "The fields that are asked for again." },
  ),
  replaceList: Type.Optional(
    Type.Array(Place, { maxItems: mostFields, description: "Places in each of which something must become another." }),
  ),
  requestedAt: Type.Optional(described(Moment, "When it was asked for, ISO 8601 in UTC.")),
});
const SubmissionSchema = closed({
  subType: described(Id, "The submission's id."),
  state: described(StateSchema, "Where this submission stands."),
  data: described(FormData, "What was given, by the keys of the form; sensitive values masked."),
  updatedAt: described(Moment, "When it last changed, ISO 8601 in UTC."),
  reason: Type.Optional(described(text(2000), "Why it failed, or what was missing, in the verifier's words.")),
  history: HistorySchema,
  fileList: Type.Optional(Type.Array(PaperSchema, { maxItems: 100, description: "Its papers, in the form's order." })),
});
const { name, label, category, state, subType } = EntrySchema.properties;
const VerificationInfoSchema = closed({
  name,
  label,
  category,
  state,
  subType,
  request: described(orNull(RequestSchema), "What the verifier still asks for; null when nothing."),
  requestList: Type.Optional(
    Type.Array(RequestSchema, { maxItems: 100, description: "The same for every submission that lacks something." }),
  ),
  responseList: Type.Array(SubmissionSchema, { maxItems: 100, description: "The submissions alone, oldest first." }),
  shownList: Type.Optional(
    Type.Array(presentationShapes.Presented, {
      maxItems: 1,
      description: "The credential that was shown in its place.",
    }),
  ),
});
const SavedSchema = closed({ verificationName: VerificationName, subType: Id, state: StateSchema });
const DraftSchema = closed({
  version: Type.Integer({ minimum: 0 }),
  data: FormData,
  updatedAt: Type.Optional(Moment),
});
const SubType = described(Id, "The id of the submission.");
const DraftQuery = closed({ ...TxnKeys, subType: Type.Optional(SubType) });
const TypeParams = closed({ type: VerificationName });
const CaptchaId = described(Id, "The id of the picture that was solved, or of the work that was done.");
const Captcha = Type.Optional(CaptchaId);
const Hex = Type.String({ pattern: "^[0-9a-f]{2,128}$" });
/** What `solveChallenge` of altcha-lib takes as the parameters of a challenge. */
const WorkSchema = closed({
  algorithm: described(Type.Literal("PBKDF2/SHA-256"), "How one step is made."),
  nonce: described(Hex, "What the number is put behind."),
  salt: described(Hex, "The salt of each step."),
  cost: Type.Integer({ minimum: 1, description: "The rounds of one step." }),
  keyLength: Type.Integer({ minimum: 1, description: "How many bytes a step makes." }),
  keyPrefix: described(Hex, "What the bytes of the step begin with whose number is looked for."),
});

/** What a client needs to draw a verification. */
export type VerificationConfig = Static<typeof VerificationConfigSchema>;
/** One verification with its submissions and, when something is missing, what is asked for. */
export type VerificationInfo = Static<typeof VerificationInfoSchema>;
/** One submission of a verification; sensitive values masked. */
export type Submission = Static<typeof SubmissionSchema>;
/** A paper of a submission. */
export type Paper = Static<typeof PaperSchema>;
/** What is asked for again. */
export type RepairRequest = Static<typeof RequestSchema>;
/** Work that a device does where somebody cannot read a picture: the number from 0 on whose step begins as it says. */
export type CaptchaWork = Static<typeof WorkSchema>;
/** What a save answers for each submission. */
export type Saved = Static<typeof SavedSchema>;
/** A stored draft; none is version 0 with empty data and no moment. */
export type Draft = Static<typeof DraftSchema>;

/** The shapes of this area that the API document names. */
export const verificationShapes = {
  VerificationConfig: VerificationConfigSchema,
  VerificationInfo: VerificationInfoSchema,
  Submission: SubmissionSchema,
  Saved: SavedSchema,
  Draft: DraftSchema,
};

/** The operations on verifications, drafts, submissions and the captcha. */
export const verificationOperations = {
  "verification-configs.info": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/verification-configs/info",
    auth: "user",
    summary: "What is needed to draw verifications.",
    context: ["orgId"],
    body: closed({
      verificationNameList: Type.Array(VerificationName, {
        minItems: 1,
        maxItems: 50,
        description: "The names of the verifications.",
      }),
      orgId: Type.Optional(OrgName),
    }),
    data: listOf(VerificationConfigSchema),
  },
  "verifications.info": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/:type/info",
    auth: "user",
    summary: "A verification with its submissions.",
    context: ["orgId", "txnId"],
    params: TypeParams,
    query: closed(TxnKeys),
    data: VerificationInfoSchema,
    fills: "verification",
  },
  "drafts.get": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/:type/draft",
    auth: "user",
    summary: "The draft of a submission.",
    context: ["orgId", "txnId"],
    params: TypeParams,
    query: DraftQuery,
    data: DraftSchema,
  },
  "drafts.put": {
    method: "PUT",
    service: "verificationWebWallet",
    path: "/transactions/:type/draft",
    auth: "user",
    summary: "Keep a draft; never changes a state.",
    guard: "item",
    context: ["orgId", "txnId"],
    params: TypeParams,
    query: DraftQuery,
    body: closed({
      version: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: "The version that it is written over, 0 for none; refused where another is there by now.",
      }),
      data: FormData,
    }),
    data: DraftSchema,
  },
  "drafts.remove": {
    method: "DELETE",
    service: "verificationWebWallet",
    path: "/transactions/:type/draft",
    auth: "user",
    summary: "Drop a draft.",
    guard: "item",
    context: ["orgId", "txnId"],
    params: TypeParams,
    query: DraftQuery,
    data: DraftSchema,
  },
  "verifications.save": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/bgv",
    auth: "user",
    summary: "Save one or several submissions, all or none.",
    guard: "item",
    context: ["orgId", "txnId"],
    collects: { into: "list", keys: ["verificationName", "subType", "data", "captchaId"] },
    body: closed({
      ...TxnKeys,
      list: Type.Array(
        closed({
          verificationName: VerificationName,
          subType: Type.Optional(described(Id, "The id of the submission that it replaces; a new one without it.")),
          data: FormData,
          captchaId: Captcha,
        }),
        { minItems: 1, maxItems: 10, description: "The submissions." },
      ),
    }),
    data: listOf(SavedSchema),
    changes: ["transaction", "verification", "transactions"],
  },
  "verifications.replace": {
    method: "PUT",
    service: "verificationV2",
    path: "/bgv",
    auth: "user",
    summary: "Replace a submission.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, subType: SubType, data: FormData, captchaId: Captcha }),
    data: SavedSchema,
    changes: ["transaction", "verification"],
  },
  "verifications.remove": {
    method: "DELETE",
    service: "verificationWebWallet",
    path: "/bgv",
    auth: "user",
    summary: "Delete a submission.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, subType: SubType }),
    data: closed({ state: StateSchema }),
    changes: ["transaction", "verification", "transactions"],
  },
  "verifications.repair": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/bgv/insufficiency",
    auth: "user",
    summary: "Send what was missing.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, subType: SubType, data: FormData }),
    data: closed({ verificationName: VerificationName, subType: Id, state: Type.Literal("SUBMITTED") }),
    changes: ["transaction", "verification", "transactions"],
  },
  // Without an answer it draws a picture, with one it judges it (code 116).
  "captcha.verify": {
    method: "POST",
    service: "verification",
    path: "/verifications/pre-verify/:verificationName",
    auth: "user",
    summary: "Draw a picture, or judge an answer.",
    context: ["orgId", "txnId"],
    params: closed({ verificationName: VerificationName }),
    body: Type.Union([
      closed(TxnKeys),
      closed({
        ...TxnKeys,
        captchaId: CaptchaId,
        captchaText: described(text(32), "The text of the picture, as it is typed, or the number that was found."),
      }),
    ]),
    data: Type.Union([
      closed({ captchaId: Id, image: filled(400_000), audioUrl: text(2_000_000), expiresAt: Moment }),
      closed({ captchaId: Id, verified: Type.Literal(true) }),
    ]),
  },
  // The number that is found is the text of this captcha: it is judged and spent as that of a picture.
  "captcha.work": {
    method: "POST",
    service: "verification",
    path: "/verifications/pre-verify/:verificationName/work",
    auth: "user",
    summary: "Work for the device of somebody who cannot read the picture.",
    context: ["orgId", "txnId"],
    params: closed({ verificationName: VerificationName }),
    body: closed(TxnKeys),
    data: closed({ captchaId: Id, challenge: WorkSchema, expiresAt: Moment }),
  },
} as const satisfies Record<string, OperationContract>;
