import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "yes?": "text", "no?": "text" },
  rendersLabel: true,
  valueType: { type: ["boolean"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A question with two answers, true and false in the data; no is an answer too.",
  props: {
    yes: ["The words for true; Yes by default.", "In India"],
    no: ["The words for false; No by default.", "Abroad"],
  },
} satisfies About<typeof contract>;
