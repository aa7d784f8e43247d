/** One line of text. `digits` takes only digits; the length is the data schema's, said here to stop typing. */
export const contract = {
  props: {
    "type?": { enum: ["text", "email", "tel", "url", "password"] },
    "digits?": "boolean",
    "maxLength?": { integer: [1, 10_000] },
    "inputMode?": { enum: ["text", "numeric", "decimal", "tel", "email", "url"] },
    "autoComplete?": "autofill",
    "autoCapitalize?": { enum: ["none", "words", "characters", "sentences"] },
  },
  takes: { type: ["string"] },
} as const;
