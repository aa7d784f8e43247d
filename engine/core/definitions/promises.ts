import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { byName, closed, defineKind, ref } from "./fragments.ts";

/**
 * Acts that texts for candidates promise: "support can open it again". A text is named by its English sentence, as in
 * locales, so that one line covers every place where it appears.
 */
export const promisesSchema = defineKind("promises", {
  promises: byName(
    closed({
      about: Type.String({
        minLength: 1,
        description: "What is promised.",
        examples: ["Support opens a closed form again."],
      }),
      operation: described(
        ref("staffOperation"),
        "The operation of the console that does it. A role must list it, and a screen or flow must call it.",
        "forms.reopen",
      ),
    }),
    "The acts, by name.",
  ),
  texts: byName(
    Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: "The promises of the sentence, by name.",
    }),
    "The promises of a text, by its English sentence.",
  ),
});
export type Promises = Static<typeof promisesSchema>;
