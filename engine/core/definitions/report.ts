import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, ref, requiredText, rule, text } from "./fragments.ts";

const fact = () =>
  closed({
    label: described(requiredText(), "The label.", "Date of birth"),
    value: described(requiredText(), "The value; a fact without a value is left out."),
    when: described(rule(), "When the fact is written."),
  });

/**
 * What a report on a verified transaction contains, in order. Its texts read the roots `report` and `organisation`; in
 * a section of each verification also `submission`.
 */
export const reportSchema = defineKind("report", {
  title: described(requiredText(), "The title.", "Verification report"),
  language: Type.Optional(
    Type.String({
      pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      description: "The language of the receiver, English without it. A second PDF is in the candidate's language.",
      examples: ["en"],
    }),
  ),
  sections: Type.Array(
    closed({
      title: described(requiredText(), "The heading."),
      of: Type.Optional(
        Type.Literal("verifications", { description: "The section is repeated for each verified submission." }),
      ),
      only: Type.Optional(
        Type.Array(ref("verification"), { minItems: 1, description: "These verifications alone; without it all." }),
      ),
      when: described(rule(), "When the section is written."),
      text: described(text(), "A paragraph below the heading."),
      facts: Type.Optional(Type.Array(fact(), { description: "The facts, in order." })),
      answers: Type.Optional(
        Type.Boolean({
          description: "The answers of the submission follow the facts, rows of lists included, without secret values.",
        }),
      ),
    }),
    { minItems: 1, description: "The sections, in order." },
  ),
});
export type ReportDefinition = Static<typeof reportSchema>;
export type ReportSection = ReportDefinition["sections"][number];
