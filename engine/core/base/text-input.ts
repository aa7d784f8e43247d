/** Characters without a picture: controls, direction marks, zero-width and filler characters; joiners stay. */
const unseen =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|(?!\s)\p{Cc}/gu;
/** A joiner that joins nothing; scripts of India and Arabic need the others, and so do emoji. */
const looseJoiner = /(^|[^\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u200C\u200D])[\u200C\u200D]+/gu;

/**
 * One line of text from people as it is kept: composed, without invisible characters, any blank as one space. A
 * text that looks empty is empty.
 */
export function toPlainText(text: string): string {
  const seen = text.normalize("NFC").replace(unseen, "").replace(/\s+/g, " ").replace(looseJoiner, "$1");
  return seen.trim();
}

/** A text of several lines as it is kept: plain lines, with one empty line at most between two of them. */
export const toPlainLines = (text: string): string =>
  text
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map(toPlainText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");

/** The length of a text as the data count it: by characters, not by units of storage. */
export const countCharacters = (text: string): number => Array.from(text).length;
