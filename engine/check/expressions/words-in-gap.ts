import { isSaid, type Judge } from "./judge.ts";

/** Words in a gap: nobody translates them. They belong into the sentence. */
export const wordsInGap: Judge = ({ expr, operator }, site) => {
  if (site.slot === "text" || operator !== undefined || !isSaid(site)) return undefined;
  if (typeof expr !== "string" || !/\p{L}/u.test(expr)) return undefined;
  const message = `"${expr}" in a gap is never translated; say it in the sentence`;
  return { pointer: "", code: "words-in-gap", message };
};
