import { countCharacters, toPlainText } from "./text-input.ts";

/** Letters of any script, with the marks between them: "Anne-Marie O'Neil", "A. P. J. अब्दुल". */
const letters = /^\p{L}(?:[\p{L}\p{M} .'’-]|\u200C|\u200D)*$/u;
const maxCharacters = 100;

/** A person's name as it is kept: 1 to 100 letters and the marks between them. Undefined for another text. */
export function toPersonName(text: string): string | undefined {
  const plain = toPlainText(text);
  return letters.test(plain) && countCharacters(plain) <= maxCharacters ? plain : undefined;
}
