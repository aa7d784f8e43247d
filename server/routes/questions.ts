import type { Handlers, RequestContext } from "../operations.ts";
import { toPage } from "../http/paging.ts";
import { changeTransaction } from "../transactions/moves.ts";
import { storeAnswers, toQuestions } from "../steps/questions.ts";
import { getTransaction } from "../transactions/rows.ts";
import { notFound } from "../errors.ts";
import type { Area } from "./area.ts";

interface QuestionQuery {
  formId: string;
  orgId: string;
  id: string;
  seed?: string;
  count?: string;
}

/** Both paths of D-18. */
async function listQuestions({ query }: { query: QuestionQuery }, { services, candidate }: RequestContext) {
  const loaded = await getTransaction(services.db, candidate.id, { orgId: query.orgId, txnId: query.id });
  if (loaded.row.formId !== query.formId) throw notFound("Form");
  const questions = toQuestions(loaded.documents.request(loaded.row.formId));
  const { seed, count } = toPage(query, 1000);
  return { list: questions.slice(seed, seed + count), total: questions.length };
}

const handlers = {
  "questions.list": listQuestions,
  "questions.list-for-user": listQuestions,
  "transactions.answer": async ({ body }, { services, candidate }) => {
    await changeTransaction(services, candidate.id, body, "transactions.answer", (tx, loaded) => storeAnswers(tx, loaded, body.data));
    return { questionnaire: { isRequired: false as const } };
  },
} satisfies Handlers;

/** Pre-start questions (D-18, D-63). */
export const questionsArea = { handlers } satisfies Area;
