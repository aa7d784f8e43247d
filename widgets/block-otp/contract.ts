import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: { "length?": { integer: [4, 12] }, "blockSize?": { integer: [1, 12] }, "webOtp?": "boolean" },
  takes: { type: ["string"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A one-time password, painted as blocks over one input.",
  props: {
    length: ["How many digits it has; 6 without it.", 6],
    blockSize: ["How many digits stand together.", 3],
    webOtp: "The browser may read the code from the message by itself.",
  },
} satisfies About<typeof contract>;
