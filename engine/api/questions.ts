import Type, { type Static } from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
import { FormName, Id, OrgName, Seed, TxnKeys, closed, listOf, text } from "./parts/shapes.ts";

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
const QuestionsQuery = closed({
  formId: FormName,
  orgId: OrgName,
  id: Id,
  seed: Type.Optional(Seed),
  count: Type.Optional(Type.String({ pattern: "^([1-9][0-9]{0,2}|1000)$", maxLength: 4 })),
});

/** One pre-start question. */
export type Question = Static<typeof QuestionSchema>;

/** The shapes of this area that the API document names. */
export const questionShapes = { Question: QuestionSchema };

/** The operations on the questions that are asked before a transaction begins. */
export const questionOperations = {
  "questions.list": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/transactions/user-response/purposes",
    auth: "user",
    summary: "Pre-start questions.",
    context: ["orgId", "txnId", "formId"],
    contextAs: { txnId: "id" },
    query: QuestionsQuery,
    data: listOf(QuestionSchema, 1000),
    fills: "questions",
  },
  "questions.list-for-user": {
    method: "GET",
    service: "verificationWebWallet",
    path: "/purposes/user",
    auth: "user",
    summary: "Pre-start questions, by the second path.",
    context: ["orgId", "txnId", "formId"],
    contextAs: { txnId: "id" },
    query: QuestionsQuery,
    data: listOf(QuestionSchema, 1000),
  },
  "transactions.answer": {
    method: "PATCH",
    service: "verificationWebWallet",
    path: "/transactions/user-response",
    auth: "user",
    summary: "Answer every pre-start question.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    pairs: { argument: "data", key: "questionId", value: "answer" },
    body: closed({
      ...TxnKeys,
      data: Type.Array(closed({ questionId: Id, answer: text(2000) }), { minItems: 1, maxItems: 1000 }),
    }),
    data: closed({ questionnaire: closed({ isRequired: Type.Literal(false) }) }),
    changes: ["transaction"],
  },
} as const satisfies Record<string, OperationContract>;
