import Type, { type Static } from "typebox";
import { questionShapes, type Question } from "#engine/api/questions.ts";

/** The pre-start questions, and the form that the release made of them. */
export const contract = () =>
  Type.Object(
    {
      form: Type.String({ description: "The id of the form that asks them." }),
      list: Type.Array(questionShapes.Question, { description: "The questions themselves." }),
    },
    { additionalProperties: false },
  );

/** The root `questions` from the list of questions.list. */
export const toQuestions = (list: readonly Question[], formId: string): Static<ReturnType<typeof contract>> => ({
  form: `questions-${formId}`,
  list: [...list],
});
