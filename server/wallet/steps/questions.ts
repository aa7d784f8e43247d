import type { Question } from "#engine/core/scope/shapes/questions.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { toDateShape, toIsoDate } from "#engine/core/form/date-values.ts";
import { fieldError, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { answers } from "#server/platform/store/tables/transactions.ts";
import { english } from "../transactions/english-text.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import { recordActivity } from "../transactions/apply-transition.ts";
import type { LoadedTransaction } from "../transactions/load.ts";

type QuestionDocument = NonNullable<RequestDefinition["questions"]>[number];

const dateFormat = "dd-MM-yyyy";

/** The pre-start questions of a request; all are required. */
export function toQuestions(request: RequestDefinition): Question[] {
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

/**
 * Stores the answers: every question once, each by its type. Throws 106 at `/data/{i}/answer`, 109 after submission.
 */
export async function storeAnswers(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
  input: readonly { questionId: string; answer: string }[],
): Promise<void> {
  const { row, definitions, now } = loaded;
  assertAllowed(loaded, services, { by: "transactions.answer" });
  const questions = definitions.request(row.formId).questions ?? [];
  const parsed = input.map(({ questionId, answer }, i) =>
    parseAnswer(
      questions.find((question) => question.id === questionId),
      input.findIndex((other) => other.questionId === questionId) !== i,
      answer,
      i,
    ),
  );
  const missing = questions
    .filter((question) => !input.some((answer) => answer.questionId === question.id))
    .map((question) => toEmptyError("/data", question));
  const fields = [...parsed.flatMap((result) => ("error" in result ? [result.error] : [])), ...missing];
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const values = parsed.flatMap((result) =>
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
  await recordActivity(tx, row.id, now);
}

function parseAnswer(
  question: QuestionDocument | undefined,
  isRepeated: boolean,
  input: string,
  i: number,
): { questionId: string; answer: string } | { error: FieldError } {
  const at = `/data/${i}/questionId`;
  if (!question) return { error: fieldError(at, "questionId", "no-such-question") };
  if (isRepeated) return { error: fieldError(at, "unique", "question-answered") };
  const answer = input.trim();
  if (answer === "") return { error: toEmptyError(`/data/${i}/answer`, question) };
  return answerTypes[question.type](question, answer) ?? { error: toInvalidError(`/data/${i}/answer`, question) };
}

/** Parsers by question type; undefined for an invalid answer. A new type is one line here. */
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
  const error = fieldError(pointer, "require", "answer-missing", { label: { text: english(question) } });
  return message === undefined ? error : { ...error, text: message };
}

function toInvalidError(pointer: string, { type, question, message }: QuestionDocument): FieldError {
  const error = fieldError(pointer, type, "answer-invalid", { label: { text: english(question) } });
  return message === undefined ? error : { ...error, text: message };
}
