import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listSentences } from "./parts/sentences.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A tag of HTML or an entity; "<" between numbers or words is none. */
const markup = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i;

const find = (words: string): string | undefined => markup.exec(words)?.[0];
const tell = (found: string) => `${found} is shown as it is written: a text is words, how they look is the block's`;

/** Markup in words that people read, in English or in another language. */
export const markupInText: Check = (set) => [
  ...listSentences(set).flatMap(({ source, pointer, english }) => {
    const found = source.document.kind === "locale" ? undefined : find(english);
    return found === undefined ? [] : [issueAt(source, pointer, "markup-in-text", tell(found))];
  }),
  ...set.ofKind("locale").flatMap((source) =>
    Object.entries((source.document as DocumentOf<"locale">).texts).flatMap(([english, words]) => {
      const found = Object.values(typeof words === "string" ? [words] : words)
        .map(find)
        .find((one) => one !== undefined);
      const pointer = `/texts/${toPointerStep(english)}`;
      return found === undefined ? [] : [issueAt(source, pointer, "markup-in-text", tell(found))];
    }),
  ),
];
