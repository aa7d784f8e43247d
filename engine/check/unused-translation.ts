import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { listSpoken } from "./parts/sentences.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Words for a sentence that nothing says. */
export const unusedTranslation: Check = (set) => {
  const said = new Set([...listSpoken(set).values()].map(({ english }) => english));
  return set.ofKind("locale").flatMap((source) =>
    Object.keys((source.document as DocumentOf<"locale">).texts)
      .filter((english) => !said.has(english))
      .map((english) => {
        const message = `Nothing says "${english}"${english.length < 60 ? meantOf(english, said) : ""}`;
        return issueAt(source, `/texts/${toPointerStep(english)}`, "unused-translation", message);
      }),
  );
};
