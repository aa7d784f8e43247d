/** Characters to read from a picture that the server draws, or to hear (D-42). The value is what was typed; the host sends the picture's id beside it. */
export const contract = { props: {} } as const;
