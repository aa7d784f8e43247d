import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { toGaps } from "#engine/documents/text.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A translation with other gaps than its English: something would not be said, or a gap would stay empty. */
export const differentGaps: Check = (set) =>
  set.ofKind("locale").flatMap((source) =>
    Object.entries((source.document as DocumentOf<"locale">).texts).flatMap(([english, words]) => {
      const wanted = toGaps(english).sort();
      const translations = typeof words === "string" ? [words] : Object.values(words);
      const odd = translations.find(
        (translation) => translation !== "" && toGaps(translation).sort().join() !== wanted.join(),
      );
      if (odd === undefined) return [];
      const list = (gaps: readonly string[]) => gaps.map((gap) => `{${gap}}`).join(" ") || "none";
      const message = `The English has the gaps ${list(wanted)}, these words have ${list(toGaps(odd).sort())}`;
      return [issueAt(source, `/texts/${toPointerStep(english)}`, "different-gaps", message)];
    }),
  );
