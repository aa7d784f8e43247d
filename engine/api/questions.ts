import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { FormName, Id, OrgName, Seed, TxnKeys, closed, countLine, listOf, text } from "./parts/shapes.ts";

const QuestionSchema = closed({
  _id: described(Id, "The question's id, under which its answer is given."),
  question: described(text(500), "What is asked, in words."),
  options: Type.Array(
    closed({
      name: described(text(200), "What the choice is called."),
      value: described(text(200), "What is answered when it is chosen."),
    }),
    { maxItems: 200, description: "The choices of a select; empty for other types." },
  ),
  required: Type.Boolean({ description: "It must be answered before the form begins." }),
  validation: closed(
    {
      type: Type.Enum(["text", "select", "date"], { description: "How it is answered: typed, chosen, or a date." }),
      format: Type.Optional(described(text(64), "How a date is written: 'dd-MM-yyyy'.")),
      message: Type.Optional(described(text(500), "What is said where the answer is missing or does not fit.")),
    },
    { description: "What an answer must be." },
  ),
});
const QuestionsQuery = closed({
  formId: FormName,
  orgId: OrgName,
  id: described(Id, "The id of the transaction."),
  seed: Type.Optional(Seed),
  count: Type.Optional(Type.String({ pattern: "^([1-9][0-9]{0,2}|1000)$", maxLength: 4, description: countLine })),
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
      data: Type.Array(closed({ questionId: Id, answer: text(2000) }), {
        minItems: 1,
        maxItems: 1000,
        description: "The answers, by the id of their question.",
      }),
    }),
    data: closed({ questionnaire: closed({ isRequired: Type.Literal(false) }) }),
    changes: ["transaction"],
  },
} as const satisfies Record<string, OperationContract>;
