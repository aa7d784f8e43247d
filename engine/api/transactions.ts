import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { EvaluationSchema, StateList, StateSchema } from "./states.ts";
import {
  FieldName,
  FormName,
  Id,
  Moment,
  Money,
  Nothing,
  Org,
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
} from "./parts/shapes.ts";
import {
  EntrySchema,
  ExpressSchema,
  FilteredSchema,
  OpenPaymentSchema,
  PriceListItemSchema,
  TxnInfoSchema,
  UserInputList,
} from "./transaction-info.ts";

const OrganisationSchema = closed({
  orgId: OrgName,
  name: text(200),
  displayName: text(200),
  imageUrl: text(2000),
  additionalDetail: Nothing,
});
const AskedSchema = closed({
  name: described(VerificationName, "The verification's name."),
  label: described(text(200), "What the verification is called."),
  reason: described(text(2000), "What was wrong, in the verifier's words."),
  requestedAt: described(Moment, "When it was asked for, ISO 8601 in UTC."),
  fields: Type.Array(text(200), { maxItems: 100, description: "Labels of what is to be given again." }),
  papers: Type.Boolean({ description: "Each of them is a paper." }),
});
const FailedSchema = closed({
  label: described(text(200), "What the verification is called."),
  reason: described(text(2000), "Why, in the verifier's words; empty where they wrote nothing."),
});
const StandingSchema = closed(
  {
    total: Type.Integer({ minimum: 0, description: "How many verifications there are." }),
    proceeded: Type.Integer({ minimum: 0, description: "How many are filled in or skipped." }),
    expired: Type.Boolean({ description: "The form is past its expiry and was not begun." }),
    asked: Type.Array(AskedSchema, { maxItems: 50, description: "What the verifier asks for again." }),
    failed: Type.Array(FailedSchema, { maxItems: 50, description: "What could not be verified." }),
    expectedCompletionDate: Type.Optional(
      closed(
        {
          minDate: described(Moment, "The earliest day, ISO 8601 in UTC."),
          maxDate: described(Moment, "The latest day, ISO 8601 in UTC."),
        },
        { description: "When the result was promised; missing before submission." },
      ),
    ),
    closesAt: Type.Optional(described(Moment, "When it closes by itself unless something is given, ISO 8601 in UTC.")),
    toPay: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), Money, {
        additionalProperties: false,
        maxProperties: 20,
        description: "What is to be paid before it is sent, by region, in major units of its currency.",
      }),
    ),
    openPayment: Type.Optional(OpenPaymentSchema),
    express: Type.Optional(ExpressSchema),
  },
  { description: "How far it is, and what it waits for; another wallet need not say it." },
);
const TransactionListItemSchema = closed({
  orgId: described(OrgName, "The id of the organisation that asks."),
  txnId: described(TxnId, "The transaction's id."),
  formId: described(FormName, "The id of the request that is filled in."),
  form: closed(
    { name: described(text(200), "What the request is called.") },
    { description: "The request that is filled in." },
  ),
  org: Org,
  state: described(StateSchema, "Where the transaction as a whole stands."),
  createdAt: described(Moment, "When it was opened, ISO 8601 in UTC."),
  updatedAt: described(Moment, "When something of it last changed, ISO 8601 in UTC."),
  standing: Type.Optional(StandingSchema),
});
const PublicFormSchema = closed({
  formId: described(FormName, "The request's id."),
  name: described(text(200), "What the request is called."),
  orgId: described(OrgName, "The id of the organisation that asks."),
  org: Org,
  expiry: Type.Integer({ minimum: -1, description: "Until when it can be begun, in seconds since 1970; -1 for ever." }),
  isExpired: Type.Boolean({ description: "It can no longer be begun." }),
});

// Two steps in one path: the value sends a code to its mailbox, the code proves it.
const DetailName = described(FieldName, "The name of the basic detail, as the request asks for it.");
const DetailValue = described(text(200), "The detail, as it is typed.");
const Identification = Type.Union([
  closed({ ...TxnKeys, fieldName: DetailName, value: DetailValue }),
  closed({ ...TxnKeys, fieldName: DetailName, otpTxnId: OtpTxnId, otp: Otp, value: Type.Optional(DetailValue) }),
]);
const Identified = Type.Union([
  closed({ otpTxnId: Id, maskedEmail: text(200) }),
  closed({ userInputList: UserInputList }),
]);
// A file that is not the candidate's is a field error (106), so the address stays loose here.
const Proof = closed({
  label: described(text(200), "What the document is called."),
  url: described(text(500), "Where the uploaded document is read."),
});

/** Name and picture of who asks, without anything else. */
export type OrganisationInfo = Static<typeof OrganisationSchema>;
/** One transaction of the candidate in a list. */
export type TransactionListItem = Static<typeof TransactionListItemSchema>;
/** How far a listed transaction is, and what it waits for. */
export type Standing = Static<typeof StandingSchema>;
/** A form anybody may start. */
export type PublicForm = Static<typeof PublicFormSchema>;

/** The shapes of this area that the API document names. */
export const transactionShapes = {
  TxnInfo: TxnInfoSchema,
  Entry: EntrySchema,
  PriceListItem: PriceListItemSchema,
  OrganisationInfo: OrganisationSchema,
  TransactionListItem: TransactionListItemSchema,
  PublicForm: PublicFormSchema,
};

/** The operations on transactions. */
export const transactionOperations = {
  "organisations.get": {
    method: "GET",
    service: "webWallet",
    path: "/verifier/:orgId",
    auth: "public",
    summary: "Name and picture of an organisation.",
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
    summary: "Open a form: the open transaction, or a new one.",
    context: ["orgId", "formId"],
    contextAs: { formId: "eKycFormId" },
    body: closed({ orgId: OrgName, eKycFormId: FormName }),
    data: closed({ transactionId: TxnId }),
    changes: ["transactions"],
  },
  "transactions.process": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/process",
    auth: "user",
    summary: "Begin a transaction, or submit an unpaid one.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: closed(TxnKeys),
    data: closed({ state: StateSchema }),
    changes: ["transaction", "transactions"],
  },
  "transactions.request-evaluation": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/eval-info",
    auth: "user",
    summary: "Ask the partner for the evaluation.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: closed({
      ...TxnKeys,
      provider: Type.Optional(described(ProviderName, "The name of the body that evaluates.")),
    }),
    data: closed({ evaluation: EvaluationSchema }),
    changes: ["transaction"],
  },
  "transactions.info": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/info",
    auth: "user",
    gated: true,
    summary: "A transaction with everything its screen shows.",
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
    summary: "Skip verifications, or take a skip back.",
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
      undo: Type.Optional(Type.Boolean({ description: "true takes the skip back." })),
    }),
    data: closed({ state: StateSchema, filtered: FilteredSchema }),
    changes: ["transaction", "transactions"],
  },
  "transactions.list": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/candidate-transaction",
    auth: "user",
    summary: "The candidate's transactions, newest first.",
    query: closed({ ...Page, states: Type.Optional(StateList) }),
    data: listOf(TransactionListItemSchema),
    fills: "transactions",
  },
  "transactions.verify-identification": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/verify/identification",
    auth: "user",
    summary: "Prove a basic detail: the value sends a code, the code proves it.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: Identification,
    data: Identified,
    changes: ["transaction"],
  },
  "transactions.update-identification": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/update-identification",
    auth: "user",
    summary: "Change a basic detail in the same two steps.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: Identification,
    data: Identified,
    changes: ["transaction"],
  },
  "transactions.request-name-change": {
    method: "POST",
    service: "verificationWebWallet",
    path: "/transactions/name-change-request",
    auth: "user",
    summary: "Ask for a name change with proof.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    collects: { into: "documentList", keys: ["label", "url"] },
    body: closed({
      ...TxnKeys,
      verificationName: VerificationName,
      documentList: Type.Array(Proof, { minItems: 1, maxItems: 5, description: "Documents that prove the change." }),
    }),
    data: closed({ nameChangeRequest: closed({ requested: Type.Literal(true) }) }),
    changes: ["transaction"],
  },
  "forms.public": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/ekyc-forms/public",
    auth: "user",
    summary: "Forms anybody may start.",
    query: closed({ ...Page, orgId: Type.Optional(OrgName) }),
    data: listOf(PublicFormSchema),
    fills: "forms",
  },
} as const satisfies Record<string, OperationContract>;
