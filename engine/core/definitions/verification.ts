import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, icon, named, pointer, ref, requiredText, text } from "./fragments.ts";

/** A verification. The wire's verification config is built from it and its form. */
export const verificationSchema = defineKind("verification", {
  label: described(requiredText(), "The label of the verification."),
  icon: described(icon(), "The name of the icon."),
  ready: described(text(), "The things to have ready, shown before the start."),
  minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 120, description: "The minutes to fill it in.", examples: [5] }),
  ),
  category: described(named("category"), "The category, by its name in the catalogue: 'Education'."),
  form: Type.Optional(described(ref("form"), "The id of the form; missing without one.")),
  identity: Type.Optional(
    closed(
      {
        maskedFrom: Type.Optional(
          described(
            pointer(),
            "JSON Pointer to the document number; only its last four characters are stored.",
            "/number",
          ),
        ),
      },
      { description: "An identity verification: once for the profile, not per transaction." },
    ),
  ),
  verifiedBy: Type.Optional(
    described(ref("verifier"), "The system that verifies it; without it, people in the console do."),
  ),
  acceptMultipleSubmissions: Type.Optional(Type.Boolean({ description: "It accepts several submissions." })),
  texts: Type.Optional(
    closed(
      { addAnother: described(requiredText(), "The label for adding another submission.") },
      { description: "Texts of this verification." },
    ),
  ),
  pricing: Type.Optional(
    closed(
      {
        institution: Type.Optional(
          described(pointer(), "JSON Pointer to the institution, which may have its own fee.", "/institute"),
        ),
        level: Type.Optional(
          described(pointer(), "JSON Pointer to the level of the degree, which affects the price.", "/level"),
        ),
        express: Type.Optional(Type.Boolean({ description: "Express is available, unless the request overrides it." })),
      },
      { description: "The values that affect the price." },
    ),
  ),
  captcha: Type.Optional(
    closed(
      { at: described(pointer(), "JSON Pointer to the captcha text.", "/captcha") },
      { description: "A solved captcha must come with a submission." },
    ),
  ),
  candidateIdSchemaByInstitute: Type.Optional(
    Type.Record(
      Type.String(),
      closed({
        fieldName: Type.String({
          description: "The institute's name for the number: 'Roll number'.",
          examples: ["Roll number"],
        }),
        format: Type.String({
          description: "The format: # a digit, A a letter, * either, other characters literally.",
          examples: ["AA-####"],
        }),
      }),
      { description: "The registration number format, by institute value." },
    ),
  ),
  showSpecificForm: Type.Optional(
    Type.Array(
      closed({
        name: Type.String({ description: "The name of the variant on the wire.", examples: ["marksheet"] }),
        label: described(requiredText(), "The label of the variant."),
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
        type: Type.String({ description: "The type of the credential: 'Degree'.", examples: ["Degree"] }),
        attributes: Type.Array(pointer(), {
          description: "JSON Pointers to its facts. What the form never draws, secrets and files are not certified.",
        }),
        proves: Type.Optional(
          described(pointer(), "JSON Pointer to its main fact: the course of a degree.", "/course"),
        ),
        institution: Type.Optional(
          described(pointer(), "JSON Pointer to the institution that issued the document.", "/institute"),
        ),
      },
      { description: "The credential that is issued for a completed submission." },
    ),
  ),
  titleFrom: Type.Optional(
    described(pointer(), "JSON Pointer to the value that names a submission on a bill.", "/degreeName"),
  ),
});
export type VerificationDefinition = Static<typeof verificationSchema>;
