import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {
    "type?": { enum: ["text", "email", "tel", "url", "password"] },
    "digits?": "boolean",
    "maxLength?": { integer: [1, 10_000] },
    "inputMode?": { enum: ["text", "numeric", "decimal", "tel", "email", "url"] },
    "autoComplete?": "autofill",
    "autoCapitalize?": { enum: ["none", "words", "characters", "sentences"] },
  },
  valueType: { type: ["string"] },
  uncontrolled: true,
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "One line of text.",
  props: {
    type: "The input type; text by default.",
    digits: "Allows digits only.",
    maxLength: ["The maximum number of characters, as in the data schema.", 6],
    inputMode: "The keyboard of a phone.",
    autoComplete: "The autofill token for the browser.",
    autoCapitalize: "The automatic capitalisation of a phone.",
  },
} satisfies About<typeof contract>;
