import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
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
  ownsTyping: true,
} as const;

/** What an editor says of it. */
export const about = {
  is: "One line of text.",
  props: {
    type: "What is typed, for the browser: text without it.",
    digits: "Only digits can be typed.",
    maxLength: ["How many characters can be typed, as the data schema says.", 6],
    inputMode: "Which keyboard a phone shows.",
    autoComplete: "What the browser may fill in by itself.",
    autoCapitalize: "What a phone writes in capitals by itself.",
  },
} satisfies About<typeof contract>;
