import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { EvaluationSchema, StateList, StateSchema } from "./states.ts";
import { FieldName, Id, Moment, Name, Nothing, Org, Otp, Page, Seed, TxnKeys, closed, listOf, text } from "./parts/shapes.ts";
import { EntrySchema, FilteredSchema, PriceListItemSchema, TxnInfoSchema, UserInputList } from "./transaction-info.ts";

const OrganisationSchema = closed({
  orgId: Name,
  name: text(200),
  displayName: text(200),
  imageUrl: text(2000),
  additionalDetail: Nothing,
});
const TransactionListItemSchema = closed({
  orgId: Name,
  txnId: Id,
  formId: Name,
  form: closed({ name: text(200) }),
  org: Org,
  state: StateSchema,
  createdAt: Moment,
  updatedAt: Moment,
});
const QuestionSchema = closed({
  _id: Id,
  question: text(500),
  options: Type.Array(closed({ name: text(200), value: text(200) }), { maxItems: 200 }),
  required: Type.Boolean(),
  validation: closed({
    type: Type.Enum(["text", "select", "date"]),
    format: Type.Optional(text(64)),
    message: Type.Optional(text(500)),
  }),
});
const PublicFormSchema = closed({
  formId: Name,
  name: text(200),
  orgId: Name,
  org: Org,
  expiry: Type.Integer({ minimum: -1 }),
  isExpired: Type.Boolean(),
});

// Two steps in one path: the value sends a code to its mailbox, the code proves it (D-29).
const Identification = Type.Union([
  closed({ ...TxnKeys, fieldName: FieldName, value: text(200) }),
  closed({ ...TxnKeys, fieldName: FieldName, otpTxnId: Id, otp: Otp, value: Type.Optional(text(200)) }),
]);
const Identified = Type.Union([
  closed({ otpTxnId: Id, maskedEmail: text(200) }),
  closed({ userInputList: UserInputList }),
]);
const QuestionsQuery = closed({
  formId: Name,
  orgId: Name,
  id: Id,
  seed: Type.Optional(Seed),
  count: Type.Optional(Type.String({ pattern: "^([1-9][0-9]{0,2}|1000)$", maxLength: 4 })),
});
// A file that is not the candidate's is a field error (106), so the address stays loose here.
const Proof = closed({ label: text(200), url: text(500) });

/** Name and picture of who asks, without anything else. */
export type OrganisationInfo = Static<typeof OrganisationSchema>;
/** One transaction of the candidate in a list. */
export type TransactionListItem = Static<typeof TransactionListItemSchema>;
/** One pre-start question. */
export type Question = Static<typeof QuestionSchema>;
/** A form anybody may start. */
export type PublicForm = Static<typeof PublicFormSchema>;

/** The shapes of this area that the API document names. */
export const transactionShapes = {
  TxnInfo: TxnInfoSchema,
  Entry: EntrySchema,
  PriceListItem: PriceListItemSchema,
  OrganisationInfo: OrganisationSchema,
  TransactionListItem: TransactionListItemSchema,
  Question: QuestionSchema,
  PublicForm: PublicFormSchema,
};

/** Contracts of transactions and pre-start questions (spec §7 Transactions). */
export const transactionContracts = {
  "organisations.get": { params: closed({ orgId: Name }), data: OrganisationSchema },
  "transactions.create": { body: closed({ orgId: Name, eKycFormId: Name }), data: closed({ transactionId: Id }) },
  "transactions.process": { body: closed(TxnKeys), data: closed({ state: StateSchema }) },
  "transactions.request-evaluation": {
    body: closed({ ...TxnKeys, provider: Type.Optional(Name) }),
    data: closed({ evaluation: EvaluationSchema }),
  },
  "transactions.info": { query: closed(TxnKeys), data: TxnInfoSchema },
  "transactions.skip": {
    body: closed({
      ...TxnKeys,
      verificationNameList: Type.Array(Name, { minItems: 1, maxItems: 50, uniqueItems: true }),
      undo: Type.Optional(Type.Boolean({ description: "true takes the skip back." })),
    }),
    data: closed({ state: StateSchema, filtered: FilteredSchema }),
  },
  "transactions.list": {
    query: closed({ ...Page, states: Type.Optional(StateList) }),
    data: listOf(TransactionListItemSchema),
  },
  "transactions.verify-identification": { body: Identification, data: Identified },
  "transactions.update-identification": { body: Identification, data: Identified },
  "transactions.request-name-change": {
    body: closed({ ...TxnKeys, verificationName: Name, documentList: Type.Array(Proof, { minItems: 1, maxItems: 5 }) }),
    data: closed({ nameChangeRequest: closed({ requested: Type.Literal(true) }) }),
  },
  "questions.list": { query: QuestionsQuery, data: listOf(QuestionSchema, 1000) },
  "questions.list-for-user": { query: QuestionsQuery, data: listOf(QuestionSchema, 1000) },
  "transactions.answer": {
    body: closed({
      ...TxnKeys,
      data: Type.Array(closed({ questionId: Id, answer: text(2000) }), { minItems: 1, maxItems: 1000 }),
    }),
    data: closed({ questionnaire: closed({ isRequired: Type.Literal(false) }) }),
  },
  "forms.public": { query: closed({ ...Page, orgId: Type.Optional(Name) }), data: listOf(PublicFormSchema) },
} as const satisfies Record<string, Contract>;
