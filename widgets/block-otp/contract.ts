/** A one-time password painted as blocks over one input (spec §5 Text inputs, integrations §1). `length` digits in blocks of `blockSize`. */
export const contract = { props: { "length?": "integer", "blockSize?": "integer", "webOtp?": "boolean" } } as const;
