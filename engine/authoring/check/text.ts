import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { literalsOf, untranslatedCode } from "#engine/core/base/value-type.ts";
import { toPlaceholders } from "#engine/core/definitions/text.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { definitions, listSlots, toTablePointer } from "./support/places.ts";
import type { ExpressionCheck } from "./support/read-expressions.ts";
import { listSentences, listTranslatable } from "./support/sentences.ts";
import type { Site } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";

const locales = definitions("locale");

/** Every entry of every locale, with its translations: one, or one for each context. */
const translations = (set: DefinitionSet) =>
  locales(set).flatMap(({ source, document }) =>
    Object.entries(document.texts).map(([english, texts]) => ({
      source,
      pointer: `/texts/${toPointerStep(english)}`,
      english,
      byContext: typeof texts === "string" ? undefined : texts,
      texts: typeof texts === "string" ? [texts] : Object.values(texts),
    })),
  );

const isMissing = (text: string | undefined): boolean => text === undefined || text === "";
const isBlank = (text: unknown): boolean => typeof text === "string" && text.trim() === "";

/** An HTML tag or an entity. "<" between numbers or words is neither. */
const markupPattern = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i;
const findMarkup = (text: string): string | undefined => {
  const found = markupPattern.exec(text)?.[0];
  return found && `${found} is shown as it is written: write plain text, the block formats it`;
};

const listPlaceholders = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(" ") || "none";

/** Returns whether people read the value of an expression: it is a text, or it fills a placeholder. */
const isDisplayed = ({ slot, expected }: Site): boolean => slot === "text" || expected?.["x-displayed"] === true;

/** Faults of texts and of their translations. */
export const textChecks: readonly Check[] = [
  check({
    code: "text/placeholder-without-value",
    why: "Nothing fills the placeholder, so the sentence would have a hole",
    at: listSentences,
    test: ({ english, filled = [], filledByCode }) =>
      toPlaceholders(english)
        .filter((name) => !filled.includes(name) && !filledByCode.includes(name))
        .map((name) =>
          below("", `Nothing fills the placeholder {${name}}${didYouMean(name, [...filled, ...filledByCode])}`),
        ),
  }),
  check({
    code: "text/value-without-placeholder",
    why: "The sentence has no such placeholder, so the value is never shown",
    at: listSentences,
    test: ({ english, filled = [] }) => {
      const names = toPlaceholders(english);
      return filled
        .filter((name) => !names.includes(name))
        .map((name) =>
          below(`/with/${toPointerStep(name)}`, `The sentence has no placeholder {${name}}${didYouMean(name, names)}`),
        );
    },
  }),
  check({
    code: "text/missing-translation",
    why: "People read the sentence in English",
    allowable: true,
    at: locales,
    test: ({ document: { id, texts } }, set) =>
      [...listTranslatable(set).values()]
        .filter(({ english, context }) => {
          const found = Object.hasOwn(texts, english) ? texts[english] : undefined;
          if (found === undefined || typeof found === "string") return isMissing(found);
          return context === undefined ? Object.keys(found).length === 0 : isMissing(found[context]);
        })
        .map(({ english, context, source: { path }, pointer }) => ({
          below: "/texts",
          message: `${id} has no translation of "${english}"${context === undefined ? "" : ` (${context})`}`,
          causedBy: { document: path, pointer },
        })),
  }),
  check({
    code: "text/different-placeholders",
    why: "The translation would lack a value, or have a hole",
    at: translations,
    test: ({ english, texts }) => {
      const wanted = toPlaceholders(english).sort();
      const odd = texts.find((text) => text !== "" && toPlaceholders(text).sort().join() !== wanted.join());
      if (odd === undefined) return undefined;
      const found = listPlaceholders(toPlaceholders(odd).sort());
      return `The English has the placeholders ${listPlaceholders(wanted)}, but the translation has ${found}`;
    },
  }),
  check({
    code: "text/blank",
    why: "People read nothing where a text belongs",
    at: (set) => listSlots(set, "text"),
    test: ({ pointer, value }) => {
      // A row of a table may show nothing.
      const isSilentRow = value === "" && toTablePointer(pointer) !== pointer;
      return isBlank(value) && !isSilentRow ? "This text is blank" : undefined;
    },
  }),
  check({
    code: "text/blank-translation",
    why: "People read nothing where a text belongs",
    at: translations,
    // An empty translation is a missing one.
    test: ({ texts }) => (texts.some((text) => text !== "" && isBlank(text)) ? "This translation is blank" : undefined),
  }),
  check({
    code: "text/markup",
    why: "People would read the tags, because texts are never HTML",
    at: (set) => listSentences(set).filter(({ source }) => source.document.kind !== "locale"),
    test: ({ english }) => findMarkup(english),
  }),
  check({
    code: "text/markup-in-translation",
    why: "People would read the tags, because texts are never HTML",
    at: translations,
    test: ({ texts }) => texts.map(findMarkup).find((found) => found !== undefined),
  }),
];

/** Faults of the values that people read. */
export const displayChecks: readonly ExpressionCheck[] = [
  {
    code: "text/untranslated-value",
    why: "A text that fills a placeholder is never translated",
    of: "whole",
    test: ({ expr, operator }, site) => {
      if (site.slot === "text" || operator !== undefined || !isDisplayed(site)) return undefined;
      if (typeof expr !== "string" || !/\p{L}/u.test(expr)) return undefined;
      return { pointer: "", message: `"${expr}" in a placeholder is never translated; write it in the sentence` };
    },
  },
  {
    code: "text/raw-code",
    why: "People would read a code, in English and hard to understand",
    of: "whole",
    test: ({ known: { schema }, operator, path }, site) => {
      // Codes such as currencies read the same in every language. Their contract marks them.
      if (operator === undefined || !isDisplayed(site) || schema["$comment"] === untranslatedCode) return undefined;
      const code = literalsOf(schema)?.find((value) => typeof value === "string" && /\p{L}/u.test(value));
      if (code === undefined) return undefined;
      const what = path?.path ?? "This";
      return {
        pointer: "",
        message: `${what} is a code such as "${String(code)}"; use a label or a table of sentences`,
      };
    },
  },
];

/** Translations of sentences that no definition has. */
export const unusedTextChecks: readonly Check[] = [
  check({
    code: "text/unused-translation",
    why: "No definition has the English sentence, so the translation is never shown",
    allowable: true,
    unused: true,
    removable: true,
    at: translations,
    test: ({ english, byContext }, set) => {
      const { sentences, contexts } = set.once(usedSentences);
      // The message is costly. Most findings of the base are dropped, because an organisation has the sentence.
      if (!sentences.has(english))
        return {
          message: () => `No text is "${english}"${english.length < 60 ? didYouMean(english, sentences) : ""}`,
        };
      return Object.keys(byContext ?? {})
        .filter((context) => !contexts.has(context))
        .map((context) =>
          below(`/${toPointerStep(context)}`, `No text has the context "${context}"${didYouMean(context, contexts)}`),
        );
    },
  }),
];

const usedSentences = (set: DefinitionSet) => {
  const used = [...listTranslatable(set).values()];
  return {
    sentences: new Set(used.map(({ english }) => english)),
    contexts: new Set(used.map(({ context }) => context ?? "")),
  };
};
