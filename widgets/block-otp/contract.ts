/** A one-time password painted as blocks over one input. `length` digits in blocks of `blockSize`. */
export const contract = {
  props: { "length?": "integer", "blockSize?": "integer", "webOtp?": "boolean" },
  takes: { type: ["string"] },
} as const;
