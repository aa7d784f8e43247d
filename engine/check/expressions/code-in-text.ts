import { literalsOf, saidAsItStands } from "#engine/base/known.ts";
import { isSaid, type Judge } from "./judge.ts";

/** A code (a state, a status) is put before people as it travels: it stays English, and says little. */
export const codeInText: Judge = ({ known, operator, path }, site) => {
  // A code that its contract calls said, as currencies are, reads the same in every language.
  if (operator === undefined || !isSaid(site) || known.schema["$comment"] === saidAsItStands) return undefined;
  const code = literalsOf(known.schema)?.find((value) => typeof value === "string" && /\p{L}/u.test(value));
  if (code === undefined) return undefined;
  const what = path?.path ?? "This";
  const message = `${what} is a code such as "${String(code)}"; say it with a label or a table of sentences`;
  return { pointer: "", code: "code-in-text", message };
};
