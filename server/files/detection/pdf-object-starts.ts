/** The start of an object of a PDF, or of its trailer. */
export interface PdfObjectStart {
  offset: number;
  /** `any` when the number is unclear. The trailer has none. */
  number: number | "any" | undefined;
}

const startPattern = /obj(?![\w.-])|trailer/g;
/** Whitespace of any PDF reader. */
const whitespace = String.raw`[\0\t\n\f\r \x80\xff]`;
const numbers = new RegExp(String.raw`(?:${whitespace}(\d+)|\d)${whitespace}+\d+${whitespace}*$`);
const numbersMax = 64;
/** Less than two numbers after a line end, or whitespace up to the limit. */
const afterLineEnd = new RegExp(String.raw`(?:^|[\r\n])${whitespace}*(?:\d+${whitespace}*)?$`);
/** The end of a line that is a comment, or follows a number. */
const comment = new RegExp(String.raw`^${whitespace}*(?:%|$)|\d${whitespace}*%`);
const commentMax = 4096;

/**
 * Finds every position at which some PDF reader may start an object, even within a comment, a string or a stream: the
 * file itself tells readers where to start. Two numbers precede an object, so that image data rarely matches.
 */
export function findObjectStarts(text: string): PdfObjectStart[] {
  return [...text.matchAll(startPattern)].flatMap(({ 0: word, index }) => {
    const number = word === "obj" ? findNumber(text, index) : undefined;
    return word === "obj" && number === undefined ? [] : [{ offset: index + word.length, number }];
  });
}

function findNumber(text: string, at: number): number | "any" | undefined {
  const before = text.slice(Math.max(0, at - numbersMax), at);
  const found = numbers.exec(before);
  if (found) return found[1] === undefined ? "any" : Number(found[1]);
  const line = afterLineEnd.exec(before);
  if (!line) return undefined;
  const isTooLong = line.index === 0 && at > numbersMax;
  return isTooLong || endsInComment(text, at - before.length + line.index) ? "any" : undefined;
}

function endsInComment(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < commentMax && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return end - start === commentMax || comment.test(text.slice(start, end));
}
