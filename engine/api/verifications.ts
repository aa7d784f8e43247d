import Type, { type Static } from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
import { StateSchema } from "./states.ts";
import {
  FormData,
  Id,
  Moment,
  OrgName,
  TxnKeys,
  VerificationName,
  closed,
  filled,
  listOf,
  orNull,
  text,
} from "./parts/shapes.ts";

const Pointer = Type.String({ pattern: "^(/[^/]{1,64}){1,8}$", maxLength: 300 });
const InputSchema = closed({
  fieldName: text(128),
  visibility: Type.Boolean(),
  readOnly: Type.Optional(closed({ profile: Type.Union([Type.Boolean(), text(64)]) })),
});
const AuthOptionSchema = closed({
  page: closed({
    config: Type.Array(closed({ inputs: Type.Array(InputSchema, { maxItems: 100 }) }), { minItems: 1, maxItems: 10 }),
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
const SubmissionSchema = closed({ subType: Id, state: StateSchema, data: FormData, updatedAt: Moment });
const VerificationInfoSchema = closed({
  name: VerificationName,
  label: text(200),
  category: closed({ name: text(64) }),
  state: StateSchema,
  subType: orNull(Id),
  request: orNull(
    closed({
      subType: Id,
      reason: text(2000),
      fieldList: Type.Array(closed({ at: Pointer, label: text(200) }), { maxItems: 100 }),
    }),
  ),
  responseList: Type.Array(SubmissionSchema, { maxItems: 100 }),
});
const SavedSchema = closed({ verificationName: VerificationName, subType: Id, state: StateSchema });
const DraftSchema = closed({
  version: Type.Integer({ minimum: 0 }),
  data: FormData,
  updatedAt: Type.Optional(Moment),
});
const DraftQuery = closed({ ...TxnKeys, subType: Type.Optional(Id) });
const TypeParams = closed({ type: VerificationName });
const Captcha = Type.Optional(Id);

/** What a client needs to draw a verification. */
export type VerificationConfig = Static<typeof VerificationConfigSchema>;
/** One verification with its submissions and, when something is missing, what is asked for. */
export type VerificationInfo = Static<typeof VerificationInfoSchema>;
/** One submission of a verification; sensitive values masked. */
export type Submission = Static<typeof SubmissionSchema>;
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
      verificationNameList: Type.Array(VerificationName, { minItems: 1, maxItems: 50 }),
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
    body: closed({ version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), data: FormData }),
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
        closed({ verificationName: VerificationName, subType: Type.Optional(Id), data: FormData, captchaId: Captcha }),
        {
          minItems: 1,
          maxItems: 10,
        },
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
    body: closed({ ...TxnKeys, subType: Id, data: FormData, captchaId: Captcha }),
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
    body: closed({ ...TxnKeys, subType: Id }),
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
    body: closed({ ...TxnKeys, subType: Id, data: FormData }),
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
    body: Type.Union([closed(TxnKeys), closed({ ...TxnKeys, captchaId: Id, captchaText: text(32) })]),
    data: Type.Union([
      closed({ captchaId: Id, image: filled(400_000), audioUrl: text(2_000_000), expiresAt: Moment }),
      closed({ captchaId: Id, verified: Type.Literal(true) }),
    ]),
  },
} as const satisfies Record<string, OperationContract>;
