import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "length?": { integer: [4, 12] }, "blockSize?": { integer: [1, 12] }, "webOtp?": "boolean" },
  valueType: { type: ["string"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A one-time code: one input painted as blocks.",
  props: {
    length: ["The number of digits; 6 by default.", 6],
    blockSize: ["The number of digits per block.", 3],
    webOtp: "Lets the browser read the code from the SMS.",
  },
} satisfies About<typeof contract>;
