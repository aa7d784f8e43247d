/** Where an object of a PDF begins, or its trailer. */
export interface PdfBeginning {
  place: number;
  /** `any` where it cannot be told; the trailer has none. */
  number: number | "any" | undefined;
}

const beginning = /obj(?![\w.-])|trailer/g;
/** Blanks of any reader. */
const blank = String.raw`[\0\t\n\f\r \x80\xff]`;
const numbers = new RegExp(String.raw`(?:${blank}(\d+)|\d)${blank}+\d+${blank}*$`);
const numbersReach = 64;
/** Less than two numbers, and before them a line's end, or blanks as far as one looks. */
const behindLine = new RegExp(String.raw`(?:^|[\r\n])${blank}*(?:\d+${blank}*)?$`);
/** How a line ends that is a comment, if not at the end of a number. */
const comment = new RegExp(String.raw`^${blank}*(?:%|$)|\d${blank}*%`);
const commentReach = 4096;

/**
 * Where readers of PDFs may begin, for they are told where by the file: also within what is a comment, a string or a stream
 * to one who reads from the first letter on. An object is announced by two numbers; pictures hold its word by chance.
 */
export function findBeginnings(text: string): PdfBeginning[] {
  return [...text.matchAll(beginning)].flatMap(({ 0: word, index }) => {
    const number = word === "obj" ? findNumber(text, index) : undefined;
    return word === "obj" && number === undefined ? [] : [{ place: index + word.length, number }];
  });
}

function findNumber(text: string, at: number): number | "any" | undefined {
  const before = text.slice(Math.max(0, at - numbersReach), at);
  const found = numbers.exec(before);
  if (found) return found[1] === undefined ? "any" : Number(found[1]);
  const line = behindLine.exec(before);
  if (!line) return undefined;
  const isFarther = line.index === 0 && at > numbersReach;
  return isFarther || endsInComment(text, at - before.length + line.index) ? "any" : undefined;
}

function endsInComment(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < commentReach && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return end - start === commentReach || comment.test(text.slice(start, end));
}
