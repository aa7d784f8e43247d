import type { PdfFile, PdfObject } from "./pdf-objects.ts";

/**
 * Actions that run on their own or on a click (ISO 32000-1, 12.6.4). Excluded: jumps within the document and visible
 * links. Each name is too long to occur by chance in image data.
 */
const action = / \/(?:JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute) /;
/** Files within the file. */
const attachment = / \/(?:EmbeddedFiles?|FileAttachment|RichMedia) /;
/** An action on opening, inline or in another object. A destination within the document is harmless. */
const openAction = / \/OpenAction (?:<<|(?<number>\d+) \d+ R)(?= )/g;
/** An action whose type is in another object is not trusted. */
const opensUri = / \/S (?:\/URI|\d+ \d+ R) /;

/** Returns the danger of opening a PDF, or undefined for one that only shows pages. */
export function findDanger({ objects }: PdfFile): "script" | "attachment" | undefined {
  if (objects.some(({ text }) => action.test(text)) || opensUriOnLoad(objects)) return "script";
  return objects.some(({ text }) => attachment.test(text)) ? "attachment" : undefined;
}

function opensUriOnLoad(objects: readonly PdfObject[]): boolean {
  const openActionObjects = new Set<PdfObject["number"]>(["any"]);
  for (const { text } of objects)
    for (const { groups } of text.matchAll(openAction)) {
      const number = groups?.["number"];
      if (number !== undefined) openActionObjects.add(Number(number));
      else if (opensUri.test(text)) return true;
    }
  return objects.some(({ number, text }) => openActionObjects.has(number) && opensUri.test(text));
}
