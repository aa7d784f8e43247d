/** A one-time password painted as blocks over one input. `length` digits in blocks of `blockSize`. */
export const contract = {
  props: { "length?": { integer: [4, 12] }, "blockSize?": { integer: [1, 12] }, "webOtp?": "boolean" },
  takes: { type: ["string"] },
} as const;
