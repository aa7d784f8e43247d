import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { EvaluationSchema, StateList, StateSchema } from "#engine/core/definitions/state-schemas.ts";
import {
  FieldName,
  FormName,
  Id,
  OrgName,
  Otp,
  OtpTxnId,
  Page,
  ProviderName,
  TxnId,
  TxnKeys,
  VerificationName,
  closed,
  listOf,
  text,
} from "#engine/core/base/shapes.ts";
import { FilteredSchema, TxnInfoSchema, UserInputList } from "#engine/core/scope/shapes/transaction-info.ts";
import {
  OrganisationSchema,
  TransactionListItemSchema,
  PublicFormSchema,
} from "#engine/core/scope/shapes/transactions.ts";

// Two steps on one path: the value requests an OTP to its mailbox, the OTP confirms it.
const DetailName = described(FieldName, "The name of the basic detail in the request.");
const DetailValue = described(text(200), "The detail, as typed.");
const Identification = Type.Union([
  closed({ ...TxnKeys, fieldName: DetailName, value: DetailValue }),
  closed({ ...TxnKeys, fieldName: DetailName, otpTxnId: OtpTxnId, otp: Otp, value: Type.Optional(DetailValue) }),
]);
const Identified = Type.Union([
  closed({ otpTxnId: Id, maskedEmail: text(200) }),
  closed({ userInputList: UserInputList }),
]);
// Loose: a file of another candidate is a field error (106).
const Proof = closed({
  label: described(text(200), "The label of the document."),
  url: described(text(500), "The URL of the uploaded document."),
});

/** Operations on transactions. */
export const transactionOperations = {
  "organisations.get": {
    method: "GET",
    service: "webWallet",
    path: "/verifier/:orgId",
    auth: "public",
    summary: "Get the name and logo of an organisation.",
    context: ["orgId"],
    params: closed({ orgId: OrgName }),
    data: OrganisationSchema,
  },
  "transactions.create": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions",
    auth: "user",
    gated: true,
    summary: "Open a form: returns the open transaction or creates one.",
    context: ["orgId", "formId"],
    contextAs: { formId: "eKycFormId" },
    body: closed({ orgId: OrgName, eKycFormId: FormName }),
    data: closed({ transactionId: TxnId }),
    invalidates: ["transactions"],
  },
  "transactions.process": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/process",
    auth: "user",
    summary: "Start a transaction, or submit a free one.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: closed(TxnKeys),
    data: closed({ state: StateSchema }),
    invalidates: ["transaction", "transactions"],
  },
  "transactions.request-evaluation": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/eval-info",
    auth: "user",
    summary: "Request the evaluation by the partner.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: closed({
      ...TxnKeys,
      provider: Type.Optional(described(ProviderName, "The name of the evaluation body.")),
    }),
    data: closed({ evaluation: EvaluationSchema }),
    invalidates: ["transaction"],
  },
  "transactions.info": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/info",
    auth: "user",
    gated: true,
    summary: "Get a transaction.",
    context: ["orgId", "txnId"],
    query: closed(TxnKeys),
    data: TxnInfoSchema,
    fills: "transaction",
  },
  "transactions.skip": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/process/mark-as-skip",
    auth: "user",
    summary: "Skip verifications, or undo a skip.",
    guard: "item",
    context: ["orgId", "txnId"],
    body: closed({
      ...TxnKeys,
      verificationNameList: Type.Array(VerificationName, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "The names of the verifications.",
      }),
      undo: Type.Optional(Type.Boolean({ description: "true to undo the skip." })),
    }),
    data: closed({ state: StateSchema, filtered: FilteredSchema }),
    invalidates: ["transaction", "transactions"],
  },
  "transactions.list": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/candidate-transaction",
    auth: "user",
    summary: "List the candidate's transactions, newest first.",
    query: closed({ ...Page, states: Type.Optional(StateList) }),
    data: listOf(TransactionListItemSchema),
    fills: "transactions",
  },
  "transactions.verify-identification": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/verify/identification",
    auth: "user",
    summary: "Verify a basic detail in two steps: send an OTP for the value, then confirm the OTP.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: Identification,
    data: Identified,
    invalidates: ["transaction"],
  },
  "transactions.update-identification": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/update-identification",
    auth: "user",
    summary: "Change a basic detail, in the same two steps.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: Identification,
    data: Identified,
    invalidates: ["transaction"],
  },
  "transactions.request-name-change": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/name-change-request",
    auth: "user",
    summary: "Request a name change, with proof.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    collects: { into: "documentList", keys: ["label", "url"] },
    body: closed({
      ...TxnKeys,
      verificationName: VerificationName,
      name: Type.Optional(described(text(100), "The new name: letters, no digits. A wallet may leave it out.")),
      documentList: Type.Array(Proof, {
        minItems: 1,
        maxItems: 5,
        description: "The documents that prove the change.",
      }),
    }),
    data: closed({ nameChangeRequest: closed({ requested: Type.Literal(true) }) }),
    invalidates: ["transaction"],
  },
  "forms.public": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/ekyc-forms/public",
    auth: "user",
    summary: "List the public forms.",
    query: closed({ ...Page, orgId: Type.Optional(OrgName) }),
    data: listOf(PublicFormSchema),
    fills: "forms",
  },
} as const satisfies Record<string, OperationContract>;
