import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isTemplate, type Text } from "#engine/core/definitions/text.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { toTablePointer, type PlacedValue } from "./places.ts";
import { listForbiddingRules } from "./rules.ts";

/** A sentence of a definition and the placeholders that are filled. */
export interface Sentence extends PlacedValue {
  readonly english: string;
  readonly context?: string;
  /** Placeholders that its `with` fills; undefined without `with`. */
  readonly filled?: readonly string[];
  /** Placeholders that code fills. */
  readonly filledByCode: readonly string[];
}

/** Every sentence of the definitions: strings, templates, rows of tables. A text that is a value has none. */
export const listSentences = (set: DefinitionSet): readonly Sentence[] => set.once(sentences);

const sentences = (set: DefinitionSet): readonly Sentence[] =>
  set.sources.flatMap((source) => {
    const found = set.found(source);
    const byCode = new Map(
      found.flatMap(({ placeholders, pointer }) => (placeholders === undefined ? [] : [[pointer, placeholders]])),
    );
    return found.flatMap(({ slot, pointer, value }) => {
      if (slot !== "text") return [];
      const filledByCode = byCode.get(pointer) ?? byCode.get(toTablePointer(pointer)) ?? [];
      return toSentence(source, pointer, value as Text, filledByCode);
    });
  });

function toSentence(
  source: SourceDefinition,
  pointer: string,
  text: Text,
  filledByCode: readonly string[],
): readonly Sentence[] {
  const place = { source, pointer, value: text, filledByCode };
  if (typeof text === "string") return [{ ...place, english: text }];
  if (!isTemplate(text)) return [];
  const { text: english, context, with: values = {} } = text;
  return [{ ...place, english, filled: Object.keys(values), ...(context === undefined ? {} : { context }) }];
}

/** Returns whether a sentence has words to translate: more than placeholders, punctuation and numbers. */
const hasWords = (english: string): boolean => /\p{L}/u.test(english.replaceAll(/\{\w+\}/g, ""));

/** Sentences that a locale translates, by their English. The text of a rule counts if the rule forbids something. */
export const listTranslatable = (set: DefinitionSet): ReadonlyMap<string, Sentence> => set.once(translatable);

function translatable(set: DefinitionSet): ReadonlyMap<string, Sentence> {
  const forbidding = new Set([...listForbiddingRules(set)].map(toPointerStep));
  return new Map(
    listSentences(set)
      .filter(({ source, pointer, english }) => {
        if (source.document.kind === "locale" || !hasWords(english)) return false;
        const [, rule] = /^\/rules\/([^/]+)\/why/.exec(pointer) ?? [];
        return source.document.kind !== "rules" || rule === undefined || forbidding.has(rule);
      })
      .map((sentence) => [
        sentence.context === undefined ? sentence.english : `${sentence.english}\n${sentence.context}`,
        sentence,
      ]),
  );
}
