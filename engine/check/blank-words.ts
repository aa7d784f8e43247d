import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listSlots, toTablePlace } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

const isBlank = (words: unknown): boolean => typeof words === "string" && words.trim() === "";

/** Words that are not there yet: a translator's place (missing-translation). */
const isSpace = (words: unknown): boolean => isBlank(words) && words !== "";

/** Words that say nothing where something is to be said, in English or in a translation. A row of a table may be silent. */
export const blankWords: Check = (set) => [
  ...listSlots(set, "text").flatMap(({ source, pointer, value }) => {
    const isSilent = value === "" && toTablePlace(pointer) !== pointer;
    return isBlank(value) && !isSilent ? [issueAt(source, pointer, "blank-words", "This says nothing")] : [];
  }),
  ...set.ofKind("locale").flatMap((source) =>
    Object.entries((source.document as DocumentOf<"locale">).texts)
      .filter(([, words]) => (typeof words === "string" ? isSpace(words) : Object.values(words).some(isSpace)))
      .map(([english]) =>
        issueAt(source, `/texts/${toPointerStep(english)}`, "blank-words", "This translation says nothing"),
      ),
  ),
];
