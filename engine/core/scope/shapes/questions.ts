import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, closed, text } from "#engine/core/base/shapes.ts";

export const QuestionSchema = closed({
  _id: described(Id, "The id of the question; the answer names it."),
  question: described(text(500), "The question."),
  options: Type.Array(
    closed({
      name: described(text(200), "The label of the choice."),
      value: described(text(200), "The answer when it is chosen."),
    }),
    { maxItems: 200, description: "The choices of a select; empty for other types." },
  ),
  required: Type.Boolean({ description: "An answer is required before the form starts." }),
  validation: closed(
    {
      type: Type.Enum(["text", "select", "date"], { description: "The type of the answer." }),
      format: Type.Optional(described(text(64), "The date format: 'dd-MM-yyyy'.")),
      message: Type.Optional(described(text(500), "The message for a missing or invalid answer.")),
    },
    { description: "The validation of the answer." },
  ),
});

/** One pre-start question. */
export type Question = Static<typeof QuestionSchema>;

/** Shapes that the API document names. */
export const questionShapes = { Question: QuestionSchema };
