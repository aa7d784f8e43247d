import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listSpoken } from "./parts/sentences.ts";
import { issueAt, type Check } from "./parts/set.ts";

const isMissing = (words: string | undefined): boolean => words === undefined || words === "";

/** A sentence that a language has no words for, or not yet (""): it stays English. Told at the language. */
export const missingTranslation: Check = (set) =>
  set.ofKind("locale").flatMap((source) => {
    const { id, texts } = source.document as DocumentOf<"locale">;
    return [...listSpoken(set).values()]
      .filter(({ english, context }) => {
        const words = Object.hasOwn(texts, english) ? texts[english] : undefined;
        if (words === undefined || typeof words === "string") return isMissing(words);
        return context === undefined ? Object.keys(words).length === 0 : isMissing(words[context]);
      })
      .map(({ english, context, source: { path }, pointer }) => {
        const meaning = context === undefined ? "" : ` (${context})`;
        const issue = issueAt(source, "/texts", "missing-translation", `${id} has no words for "${english}"${meaning}`);
        return { ...issue, saidBy: { document: path, pointer } };
      });
  });
