import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import {
  FormName,
  Id,
  OrgName,
  Seed,
  TxnKeys,
  closed,
  countDescription,
  listOf,
  text,
} from "#engine/core/base/shapes.ts";
import { QuestionSchema } from "#engine/core/scope/shapes/questions.ts";

const QuestionsQuery = closed({
  formId: FormName,
  orgId: OrgName,
  id: described(Id, "The id of the transaction."),
  seed: Type.Optional(Seed),
  count: Type.Optional(
    Type.String({ pattern: "^([1-9][0-9]{0,2}|1000)$", maxLength: 4, description: countDescription }),
  ),
});

/** Operations on pre-start questions. */
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
    summary: "List the pre-start questions; second path of the same list.",
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
    summary: "Answer the pre-start questions, all at once.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    pairs: { argument: "data", key: "questionId", value: "answer" },
    body: closed({
      ...TxnKeys,
      data: Type.Array(closed({ questionId: Id, answer: text(2000) }), {
        minItems: 1,
        maxItems: 1000,
        description: "The answers, by question id.",
      }),
    }),
    data: closed({ questionnaire: closed({ isRequired: Type.Literal(false) }) }),
    invalidates: ["transaction"],
  },
} as const satisfies Record<string, OperationContract>;
