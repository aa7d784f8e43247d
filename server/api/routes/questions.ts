import type { Handlers, RequestContext } from "../operations.ts";
import { toPageRange } from "../paging.ts";
import { changeTransaction } from "#server/wallet/transactions/apply-transition.ts";
import { storeAnswers, toQuestions } from "#server/wallet/steps/questions.ts";
import { getTransaction } from "#server/wallet/transactions/load.ts";
import { notFound } from "#server/errors.ts";
import type { Area } from "./area.ts";

interface QuestionQuery {
  formId: string;
  orgId: string;
  id: string;
  seed?: string;
  count?: string;
}

/** The list has two paths on the wire. */
async function listQuestions({ query }: { query: QuestionQuery }, { services, candidate }: RequestContext) {
  const loaded = await getTransaction(services.db, candidate.id, { orgId: query.orgId, txnId: query.id });
  if (loaded.row.formId !== query.formId) throw notFound("form");
  const questions = toQuestions(loaded.definitions.request(loaded.row.formId));
  const { seed, count } = toPageRange(query, 1000);
  return { list: questions.slice(seed, seed + count), total: questions.length };
}

const handlers = {
  "questions.list": listQuestions,
  "questions.list-for-user": listQuestions,
  "transactions.answer": async ({ body }, { services, candidate }) => {
    await changeTransaction(services, candidate.id, body, "transactions.answer", (tx, loaded) =>
      storeAnswers(tx, loaded, services, body.data),
    );
    return { questionnaire: { isRequired: false as const } };
  },
} satisfies Handlers;

/** Questions before a transaction begins. */
export const questionsArea = { handlers } satisfies Area;
