import type { DocumentOf } from "./document-of.ts";
import { isKind } from "./document-of.ts";
import { documentKinds, type AnyDocument } from "./kinds.ts";
import { applyOverrides } from "./merge.ts";
import { toQuestionDocuments } from "./questions-form.ts";

/**
 * The finished documents of one organisation: the common ones and its own (`path` is where each lies below schemas/),
 * with its overrides, in the languages that it names, and the forms that ask its requests' questions.
 */
export function toFinishedDocuments(
  sources: readonly { readonly path: string; readonly document: AnyDocument }[],
  { id, overrides, locales }: DocumentOf<"organisation">,
): AnyDocument[] {
  const seen = sources.filter(({ document, path }) => {
    if (isKind(document, "locale")) return locales?.includes(document.id) ?? true;
    return documentKinds[document.kind].folder !== "organisations" || path.split("/")[1] === id;
  });
  const merged = applyOverrides(
    seen.map(({ document }) => document),
    overrides ?? {},
  ).documents;
  const empty = merged.find((document) => isKind(document, "messages"))?.refusals["answer-missing"];
  const requests = merged.filter((document) => isKind(document, "request"));
  return [...merged, ...requests.flatMap((request) => toQuestionDocuments(request, empty))];
}
