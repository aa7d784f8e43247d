import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
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
  text,
} from "#engine/core/base/shapes.ts";
import {
  VerificationConfigSchema,
  VerificationInfoSchema,
  SavedSchema,
  DraftPage,
  DraftSchema,
  WorkSchema,
} from "#engine/core/scope/shapes/verifications.ts";

const SubType = described(Id, "The id of the submission.");
const DraftQuery = closed({ ...TxnKeys, subType: Type.Optional(SubType) });
const TypeParams = closed({ type: VerificationName });
const CaptchaId = described(Id, "The id of the solved captcha or proof of work.");
const Captcha = Type.Optional(CaptchaId);

/** Operations on verifications, drafts, submissions and the captcha. */
export const verificationOperations = {
  "verification-configs.info": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/verification-configs/info",
    auth: "user",
    summary: "Get the configurations of verifications.",
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
    summary: "Get a verification with its submissions.",
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
    summary: "Get the draft of a submission.",
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
    summary: "Save a draft; never changes a state.",
    guard: "item",
    context: ["orgId", "txnId"],
    params: TypeParams,
    query: DraftQuery,
    body: closed({
      version: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: "The version that this draft replaces, 0 for none; rejected when the stored version differs.",
      }),
      data: FormData,
      page: Type.Optional(DraftPage),
    }),
    data: DraftSchema,
  },
  "drafts.remove": {
    method: "DELETE",
    service: "verificationWebWallet",
    path: "/transactions/:type/draft",
    auth: "user",
    summary: "Delete a draft.",
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
    summary: "Save one or several submissions; all or none.",
    guard: "item",
    context: ["orgId", "txnId"],
    collects: { into: "list", keys: ["verificationName", "subType", "data", "captchaId"] },
    body: closed({
      ...TxnKeys,
      list: Type.Array(
        closed({
          verificationName: VerificationName,
          subType: Type.Optional(described(Id, "The id of the submission to replace; a new submission without it.")),
          data: FormData,
          captchaId: Captcha,
        }),
        { minItems: 1, maxItems: 10, description: "The submissions." },
      ),
    }),
    data: listOf(SavedSchema),
    invalidates: ["transaction", "verification", "transactions"],
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
    invalidates: ["transaction", "verification"],
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
    invalidates: ["transaction", "verification", "transactions"],
  },
  "verifications.repair": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/bgv/insufficiency",
    auth: "user",
    summary: "Send the fields that the verifier requested.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, subType: SubType, data: FormData }),
    data: closed({ verificationName: VerificationName, subType: Id, state: Type.Literal("SUBMITTED") }),
    invalidates: ["transaction", "verification", "transactions"],
  },
  // Without an answer it creates a captcha, with one it checks it (code 116).
  "captcha.verify": {
    method: "POST",
    service: "verification",
    path: "/verifications/pre-verify/:verificationName",
    auth: "user",
    summary: "Create a captcha, or check an answer.",
    context: ["orgId", "txnId"],
    params: closed({ verificationName: VerificationName }),
    body: Type.Union([
      closed(TxnKeys),
      closed({
        ...TxnKeys,
        captchaId: CaptchaId,
        captchaText: described(text(32), "The typed captcha text, or the number of the proof of work."),
      }),
    ]),
    data: Type.Union([
      closed({ captchaId: Id, image: filled(400_000), audioUrl: text(2_000_000), expiresAt: Moment }),
      closed({ captchaId: Id, verified: Type.Literal(true) }),
    ]),
  },
  // The solution is the text of this captcha, checked and used up like that of an image.
  "captcha.work": {
    method: "POST",
    service: "verification",
    path: "/verifications/pre-verify/:verificationName/work",
    auth: "user",
    summary: "Create a proof of work, in place of a captcha that cannot be read.",
    context: ["orgId", "txnId"],
    params: closed({ verificationName: VerificationName }),
    body: closed(TxnKeys),
    data: closed({ captchaId: Id, challenge: WorkSchema, expiresAt: Moment }),
  },
} as const satisfies Record<string, OperationContract>;
