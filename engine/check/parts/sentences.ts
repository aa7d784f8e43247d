import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isTemplate, type Text } from "#engine/documents/text.ts";
import { toTablePlace, type Place } from "./places.ts";
import { listRefusing } from "./reasons.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** A sentence of a document, with the names that code fills in. */
export interface Sentence extends Place {
  readonly english: string;
  readonly context?: string;
  /** Names that its `with` fills; undefined where it has none. */
  readonly filled?: readonly string[];
  /** Gaps that code fills. */
  readonly byCode: readonly string[];
}

/** Every sentence of the documents: strings, templates, rows of tables. A value has none. */
export const listSentences = (set: DocumentSet): readonly Sentence[] => set.once(sentences);

const sentences = (set: DocumentSet): readonly Sentence[] =>
  set.sources.flatMap((source) => {
    const found = set.found(source);
    const gaps = new Map(found.flatMap(({ gaps: names, pointer }) => (names === undefined ? [] : [[pointer, names]])));
    return found.flatMap(({ slot, pointer, value }) => {
      if (slot !== "text") return [];
      const byCode = gaps.get(pointer) ?? gaps.get(toTablePlace(pointer)) ?? [];
      return toSentence(source, pointer, value as Text, byCode);
    });
  });

function toSentence(source: SourceDocument, pointer: string, text: Text, byCode: readonly string[]): Sentence[] {
  const place = { source, pointer, value: text, byCode };
  if (typeof text === "string") return [{ ...place, english: text }];
  if (!isTemplate(text)) return [];
  const { text: english, context, with: values = {} } = text;
  return [{ ...place, english, filled: Object.keys(values), ...(context === undefined ? {} : { context }) }];
}

/** Whether a sentence has words to translate: more than gaps, signs and numbers. */
export const hasWords = (english: string): boolean => /\p{L}/u.test(english.replaceAll(/\{\w+\}/g, ""));

/** Sentences that people read, by their English: what a locale translates. The words of a rule are read where it refuses something. */
export const listSpoken = (set: DocumentSet): ReadonlyMap<string, Sentence> => set.once(spoken);

function spoken(set: DocumentSet): ReadonlyMap<string, Sentence> {
  const refusing = new Set([...listRefusing(set)].map(toPointerStep));
  return new Map(
    listSentences(set)
      .filter(({ source, pointer, english }) => {
        if (source.document.kind === "locale" || !hasWords(english)) return false;
        const [, rule] = /^\/rules\/([^/]+)\/why/.exec(pointer) ?? [];
        return source.document.kind !== "rules" || rule === undefined || refusing.has(rule);
      })
      .map((sentence) => [
        sentence.context === undefined ? sentence.english : `${sentence.english}\n${sentence.context}`,
        sentence,
      ]),
  );
}
