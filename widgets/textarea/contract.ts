import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {
    "rows?": { integer: [2, 20] },
    "maxLength?": { integer: [1, 10_000] },
    "autoCapitalize?": { enum: ["none", "words", "characters", "sentences"] },
  },
  valueType: { type: ["string"], format: ["lines"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A text of several lines; the box grows with it, and the format of the data is lines.",
  props: {
    rows: ["The lines of the empty box; three by default.", 5],
    maxLength: ["The maximum number of characters, as in the data schema; a counter shows how many are used.", 500],
    autoCapitalize: "The automatic capitalisation of a phone.",
  },
} satisfies About<typeof contract>;
