/** A ready-made reply goes below what is written already. */
export const addReply = (draft: string, reply: string): string =>
  draft.trim() === "" ? reply : `${draft.trimEnd()}\n${reply}`;
