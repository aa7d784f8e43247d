import Type, { type Static } from "typebox";
import { questionShapes, type Question } from "./shapes/questions.ts";

/** The pre-start questions, and the id of the form built from them. */
export const contract = () =>
  Type.Object(
    {
      form: Type.String({ description: "The id of the form with these questions." }),
      list: Type.Array(questionShapes.Question, { description: "The questions." }),
    },
    { additionalProperties: false },
  );

/** Builds the root `questions` from questions.list. */
export const toQuestions = (list: readonly Question[], formId: string): Static<ReturnType<typeof contract>> => ({
  form: `questions-${formId}`,
  list: [...list],
});
