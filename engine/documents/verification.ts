import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { closed, document, icon, named, pointer, ref, requiredText, text } from "./fragments.ts";

/** One thing that can be proved. The wire's verification config is made from it and its form. */
export const verificationSchema = document("verification", {
  label: described(requiredText(), "What the verification is called."),
  icon: described(icon(), "The name of its picture."),
  ready: described(text(), "What to have at hand for it, told before one begins."),
  minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 120, description: "How many minutes it takes to fill in.", examples: [5] }),
  ),
  category: described(named("category"), "The group that it belongs to, by its name in the catalogue: 'Education'."),
  form: Type.Optional(described(ref("form"), "The id of the form that is filled in; missing where nothing is.")),
  identity: Type.Optional(
    closed(
      {
        maskedFrom: Type.Optional(
          described(pointer(), "JSON Pointer to the number of which the last four characters are kept.", "/number"),
        ),
      },
      { description: "It proves who the candidate is, once for the whole profile and not per transaction." },
    ),
  ),
  acceptMultipleSubmissions: Type.Optional(Type.Boolean({ description: "Several submissions may be given." })),
  texts: Type.Optional(
    closed(
      { addAnother: described(requiredText(), "What adding another submission is called.") },
      { description: "Words of its own." },
    ),
  ),
  pricing: Type.Optional(
    closed(
      {
        institution: Type.Optional(
          described(pointer(), "JSON Pointer to the institution, which may ask a fee of its own.", "/institute"),
        ),
        level: Type.Optional(
          described(pointer(), "JSON Pointer to the degree's level, which raises the price.", "/level"),
        ),
        express: Type.Optional(
          Type.Boolean({ description: "It can be done express where the request says nothing else." }),
        ),
      },
      { description: "What sets its price beside the verification itself." },
    ),
  ),
  captcha: Type.Optional(
    closed(
      { at: described(pointer(), "JSON Pointer to the value that holds the text of the picture.", "/captcha") },
      { description: "A solved captcha must come with a submission." },
    ),
  ),
  candidateIdSchemaByInstitute: Type.Optional(
    Type.Record(
      Type.String(),
      closed({
        fieldName: Type.String({
          description: "What the institute calls the number: 'Roll number'.",
          examples: ["Roll number"],
        }),
        format: Type.String({
          description: "Its shape: # a digit, A a letter, * either, others as they stand.",
          examples: ["AA-####"],
        }),
      }),
      { description: "How an institute numbers its candidates, by its value in the list of institutes." },
    ),
  ),
  showSpecificForm: Type.Optional(
    Type.Array(
      closed({
        name: Type.String({ description: "The variant's name on the wire.", examples: ["marksheet"] }),
        label: described(requiredText(), "What the variant is called."),
      }),
      { description: "Variants of the form that other clients may offer." },
    ),
  ),
  hidden: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "Names of the inputs that a client flow does not show, by the flow: 'web-wallet'.",
    }),
  ),
  credential: Type.Optional(
    closed(
      {
        type: Type.String({ description: "What it certifies: 'Degree'.", examples: ["Degree"] }),
        attributes: Type.Array(pointer(), { description: "JSON Pointers to the facts that it holds." }),
        proves: Type.Optional(
          described(pointer(), "JSON Pointer to the fact that stands out on it: the course of a degree.", "/course"),
        ),
        institution: Type.Optional(
          described(pointer(), "JSON Pointer to the fact that says whose paper was verified.", "/institute"),
        ),
      },
      { description: "The credential that a completed submission becomes." },
    ),
  ),
  titleFrom: Type.Optional(
    described(pointer(), "JSON Pointer to the value that tells its submissions apart on a bill.", "/degreeName"),
  ),
});
export type VerificationDocument = Static<typeof verificationSchema>;
