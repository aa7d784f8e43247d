import type { PdfFile, PdfObject } from "./pdf-objects.ts";

/** Names of what a PDF may do by itself or when it is touched (ISO 32000-1, 12.6.4), none so short that a picture's bytes hold it by chance; going to one of its own pages and following a link that one sees are not among them. */
const action = / \/(?:JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute) /;
/** Files within the file. */
const attachment = / \/(?:EmbeddedFiles?|FileAttachment|RichMedia) /;
/** What is done when it is opened: an action, or another object that may be one. A place in the file is none. */
const opening = / \/OpenAction (?:<<|(?<number>\d+) \d+ R)(?= )/g;
/** An action that says elsewhere what it does is not trusted. */
const leaves = / \/S (?:\/URI|\d+ \d+ R) /;

/** What makes a PDF dangerous to open; nothing for one that only shows pages. */
export function findDanger({ objects }: PdfFile): "script" | "attachment" | undefined {
  if (objects.some(({ said }) => action.test(said)) || opensAddress(objects)) return "script";
  return objects.some(({ said }) => attachment.test(said)) ? "attachment" : undefined;
}

function opensAddress(objects: readonly PdfObject[]): boolean {
  const done = new Set<PdfObject["number"]>(["any"]);
  for (const { said } of objects)
    for (const { groups } of said.matchAll(opening)) {
      const number = groups?.["number"];
      if (number !== undefined) done.add(Number(number));
      else if (leaves.test(said)) return true;
    }
  return objects.some(({ number, said }) => done.has(number) && leaves.test(said));
}
