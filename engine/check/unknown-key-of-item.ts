import { elementOf, follow, keysOf, stepInto, type Known } from "#engine/base/known.ts";
import { isOperationId } from "#engine/api/operations.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { meantOf } from "./parts/meant.ts";
import { answerOf } from "./parts/operations.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";
import { typeValue } from "./parts/typed-at.ts";

/** The value, the label, the hint or the picture of a choice is read from a key that the items of the list do not have: it would be blank. */
export const unknownKeyOfItem: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const { item } = source.document as DocumentOf<"options">;
    const elements = listElements(set, source);
    return Object.entries(item ?? {}).flatMap(([part, key]) => {
      const lacking = elements.find((element) => !stepInto(element, key));
      if (!lacking) return [];
      const message = `The items have no "${key}"${meantOf(key, keysOf(lacking))}`;
      return [issueAt(source, `/item/${part}`, "unknown-path", message)];
    });
  });

function listElements(set: DocumentSet, source: SourceDocument): Known[] {
  const { call, of } = source.document as DocumentOf<"options">;
  if (of !== undefined) return typeValue(set, source, "/of", of).flatMap(({ known }) => elementOf(known) ?? []);
  if (call === undefined || !isOperationId(call)) return [];
  const list = follow(answerOf(call), ["list"]);
  return "known" in list ? [elementOf(list.known) ?? []].flat() : [];
}
