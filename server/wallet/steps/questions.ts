import type { Question } from "#engine/api/questions.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import { toDateShape, toIsoDate } from "#engine/form/date-values.ts";
import { refusedField, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { answers } from "#server/platform/store/tables/transactions.ts";
import { english } from "../transactions/labels.ts";
import { assertAllowed, type Guarding } from "../transactions/guard.ts";
import { touch } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";

type QuestionDocument = NonNullable<RequestDocument["questions"]>[number];

const dateFormat = "dd-MM-yyyy";

/** The pre-start questions of a request; all are required. */
export function toQuestions(request: RequestDocument): Question[] {
  return (request.questions ?? []).map((question) => ({
    _id: question.id,
    question: english(question.question),
    options: question.options?.map(({ name, value }) => ({ name: english(name), value })) ?? [],
    required: true,
    validation: {
      type: question.type,
      ...(question.type === "date" && { format: question.format ?? dateFormat }),
      ...(question.message !== undefined && { message: english(question.message) }),
    },
  }));
}

/** Stores the answers: every question once, each by its type. Throws 106 at `/data/{i}/answer`, 109 after submission. */
export async function storeAnswers(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Guarding,
  given: readonly { questionId: string; answer: string }[],
): Promise<void> {
  const { row, documents, now } = loaded;
  assertAllowed(loaded, services, { by: "transactions.answer" });
  const questions = documents.request(row.formId).questions ?? [];
  const judged = given.map(({ questionId, answer }, i) =>
    judge(
      questions.find((question) => question.id === questionId),
      given.findIndex((other) => other.questionId === questionId) !== i,
      answer,
      i,
    ),
  );
  const missing = questions
    .filter((question) => !given.some((answer) => answer.questionId === question.id))
    .map((question) => toEmptyError("/data", question));
  const fields = [...judged.flatMap((result) => ("error" in result ? [result.error] : [])), ...missing];
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const values = judged.flatMap((result) =>
    "answer" in result ? [{ transactionId: row.id, ...result, answeredAt: now }] : [],
  );
  for (const value of values) {
    await tx
      .insert(answers)
      .values(value)
      .onConflictDoUpdate({
        target: [answers.transactionId, answers.questionId],
        set: { answer: value.answer, answeredAt: now },
      });
  }
  await touch(tx, row.id, now);
}

function judge(
  question: QuestionDocument | undefined,
  again: boolean,
  given: string,
  i: number,
): { questionId: string; answer: string } | { error: FieldError } {
  const at = `/data/${i}/questionId`;
  if (!question) return { error: refusedField(at, "questionId", "no-such-question") };
  if (again) return { error: refusedField(at, "unique", "question-answered") };
  const answer = given.trim();
  if (answer === "") return { error: toEmptyError(`/data/${i}/answer`, question) };
  return answerTypes[question.type](question, answer) ?? { error: toInvalidError(`/data/${i}/answer`, question) };
}

/** What an answer of each type becomes; undefined when it is none. One more type: one line. */
const answerTypes: Readonly<
  Record<
    QuestionDocument["type"],
    (question: QuestionDocument, answer: string) => { questionId: string; answer: string } | undefined
  >
> = {
  text: ({ id }, answer) => ({ questionId: id, answer }),
  select: ({ id, options }, answer) =>
    options?.some((option) => option.value === answer) ? { questionId: id, answer } : undefined,
  date: ({ id, format }, answer) =>
    toIsoDate(answer) ? { questionId: id, answer: toDateShape(answer, format ?? dateFormat) } : undefined,
};

function toEmptyError(pointer: string, { question, message }: QuestionDocument): FieldError {
  const said = refusedField(pointer, "require", "answer-missing", { label: { text: english(question) } });
  return message === undefined ? said : { ...said, words: message };
}

function toInvalidError(pointer: string, { type, question, message }: QuestionDocument): FieldError {
  const said = refusedField(pointer, type, "answer-invalid", { label: { text: english(question) } });
  return message === undefined ? said : { ...said, words: message };
}
