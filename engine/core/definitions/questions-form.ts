import type { FormDefinition, FormField } from "./form.ts";
import type { AnyDefinition } from "./kinds.ts";
import type { RequestDefinition } from "./request.ts";
import type { OptionsDefinition } from "./screen.ts";
import type { Text } from "./text.ts";

type Question = NonNullable<RequestDefinition["questions"]>[number];

/** The field for each type of question. */
const fields: Record<Question["type"], (question: Question, optionsId: string) => Partial<FormField>> = {
  text: () => ({ widget: "text" }),
  select: (_, optionsId) => ({ widget: "select", options: optionsId }),
  date: () => ({ widget: "date-picker" }),
};

/**
 * Builds the definitions of a request's pre-start questions: a form with one field per question, and their option
 * lists. `empty` is the message for a missing answer without one of the question.
 */
export function toQuestionDefinitions(request: RequestDefinition, empty?: Text): AnyDefinition[] {
  const { questions = [] } = request;
  if (questions.length === 0) return [];
  const toOptionsId = (question: Question) => `questions-${request.id}-${question.id}`;
  const lists = questions
    .filter(({ options }) => options)
    .map((question): OptionsDefinition => ({
      $schema: "../meta/options.schema.json",
      kind: "options",
      id: toOptionsId(question),
      description: `The choices of a question of ${request.id}.`,
      items: (question.options ?? []).map(({ name, value }) => ({ label: name, value })),
    }));
  const form: FormDefinition = {
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
  return [form, ...lists] as unknown as AnyDefinition[];
}
