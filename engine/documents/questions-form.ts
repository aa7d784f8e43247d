import type { FormDocument, FormField } from "./form.ts";
import type { AnyDocument } from "./kinds.ts";
import type { RequestDocument } from "./request.ts";
import type { OptionsDocument } from "./screen.ts";
import type { Text } from "./text.ts";

type Question = NonNullable<RequestDocument["questions"]>[number];

/** How a question of each type is asked. */
const fields: Record<Question["type"], (question: Question, optionsId: string) => Partial<FormField>> = {
  text: () => ({ widget: "text" }),
  select: (_, optionsId) => ({ widget: "select", options: optionsId }),
  date: () => ({ widget: "date-picker" }),
};

/** The documents that a request's pre-start questions are asked with: a form with one field a question, and the lists of its choices. `empty` is said where an answer is missing and the question has no words of its own for it. */
export function toQuestionDocuments(request: RequestDocument, empty?: Text): AnyDocument[] {
  const { questions = [] } = request;
  if (questions.length === 0) return [];
  const toOptionsId = (question: Question) => `questions-${request.id}-${question.id}`;
  const lists = questions
    .filter(({ options }) => options)
    .map((question): OptionsDocument => ({
      $schema: "../meta/options.schema.json",
      kind: "options",
      id: toOptionsId(question),
      description: `The choices of a question of ${request.id}.`,
      items: (question.options ?? []).map(({ name, value }) => ({ label: name, value })),
    }));
  const form: FormDocument = {
    $schema: "../meta/form.schema.json",
    kind: "form",
    id: `questions-${request.id}`,
    description: `The pre-start questions of ${request.id}.`,
    data: {
      type: "object",
      properties: Object.fromEntries(
        questions.map(({ id, type }) => [
          id,
          { type: "string", maxLength: 500, ...(type === "date" ? { format: "dd-MM-yyyy" } : {}) },
        ]),
      ),
    },
    fields: questions.map((question) => ({
      at: `/${question.id}`,
      widget: "text",
      label: question.question,
      require: true,
      ...fields[question.type](question, toOptionsId(question)),
    })),
    messages: Object.fromEntries(
      questions.flatMap(({ id, message = empty }) => (message === undefined ? [] : [[`/${id}`, { require: message }]])),
    ),
  };
  return [form, ...lists] as unknown as AnyDocument[];
}
