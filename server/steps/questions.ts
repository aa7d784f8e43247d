import type { Question } from "#engine/api/transactions.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import { toDateShape, toIsoDate } from "#engine/form/date-values.ts";
import { isOpen } from "#engine/transaction/state-machine.ts";
import { WalletError, type FieldError } from "../errors.ts";
import type { Queryable } from "../store/database.ts";
import { answers } from "../store/tables/transactions.ts";
import { english } from "../transactions/labels.ts";
import { stateConflict, touch } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

type QuestionDocument = NonNullable<RequestDocument["questions"]>[number];

const dateFormat = "dd-MM-yyyy";

/** The pre-start questions of a request; all are required (D-61). */
export function toQuestions(request: RequestDocument): Question[] {
  return (request.questions ?? []).map((question) => ({
    _id: question.id,
    question: english(question.question),
    options: question.options?.map(({ name, value }) => ({ name, value })) ?? [],
    required: true,
    validation: {
      type: question.type,
      ...(question.type === "date" && { format: question.format ?? dateFormat }),
      ...(question.message !== undefined && { message: english(question.message) }),
    },
  }));
}

/** Stores the answers: every question once, each by its type. Throws 106 at `/data/{i}/answer`, 109 after submission. */
export async function storeAnswers(tx: Queryable, loaded: LoadedTransaction, given: readonly { questionId: string; answer: string }[]): Promise<void> {
  const { row, documents, now } = loaded;
  if (!isOpen(row.state)) throw stateConflict(row.state, "submitted", { message: "This form has been submitted. Changes go through support." });
  const questions = documents.request(row.formId).questions ?? [];
  const judged = given.map(({ questionId, answer }, i) => judge(questions.find((question) => question.id === questionId), given.findIndex((other) => other.questionId === questionId) !== i, answer, i));
  const missing = questions.filter((question) => !given.some((answer) => answer.questionId === question.id)).map((question): FieldError => ({ pointer: "/data", keyword: "require", message: toEmptyMessage(question) }));
  const fields = [...judged.flatMap((result) => ("error" in result ? [result.error] : [])), ...missing];
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const values = judged.flatMap((result) => ("answer" in result ? [{ transactionId: row.id, ...result, answeredAt: now }] : []));
  for (const value of values) {
    await tx.insert(answers).values(value).onConflictDoUpdate({ target: [answers.transactionId, answers.questionId], set: { answer: value.answer, answeredAt: now } });
  }
  await touch(tx, row.id, now);
}

function judge(question: QuestionDocument | undefined, again: boolean, given: string, i: number): { questionId: string; answer: string } | { error: FieldError } {
  const fail = (pointer: string, keyword: string, message: string) => ({ error: { pointer: `/data/${i}/${pointer}`, keyword, message } });
  if (!question) return fail("questionId", "questionId", "There is no such question");
  if (again) return fail("questionId", "unique", "This question is answered already");
  const answer = given.trim();
  if (answer === "") return fail("answer", "require", toEmptyMessage(question));
  return answerTypes[question.type](question, answer) ?? fail("answer", question.type, question.message === undefined ? `Enter a valid answer to ${english(question.question)}` : english(question.message));
}

/** What an answer of each type becomes; undefined when it is none. One more type: one line. */
const answerTypes: Readonly<Record<QuestionDocument["type"], (question: QuestionDocument, answer: string) => { questionId: string; answer: string } | undefined>> = {
  text: ({ id }, answer) => ({ questionId: id, answer }),
  select: ({ id, options }, answer) => (options?.some((option) => option.value === answer) ? { questionId: id, answer } : undefined),
  date: ({ id, format }, answer) => (toIsoDate(answer) ? { questionId: id, answer: toDateShape(answer, format ?? dateFormat) } : undefined),
};

/** Spec §5 Pre-start questions. */
function toEmptyMessage(question: QuestionDocument): string {
  return question.message === undefined ? `${english(question.question)} should not be empty` : english(question.message);
}
