/** Characters to read from a picture that the server draws, or to hear. The value is what was typed; the host sends the picture's id beside it. */
export const contract = { props: {}, takes: { type: ["string"] } } as const;
