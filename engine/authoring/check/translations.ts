import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { check, below, type Check, type Place } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { definitions } from "./support/places.ts";
import { findExchanged } from "./support/word-pairs.ts";

const locales = definitions("locale");

/** One translation, with the script of its language: "Deva". */
interface PlacedTranslation extends Place {
  readonly english: string;
  readonly text: string;
  readonly script: string;
}

/** Scripts of several names in Unicode. */
const scriptParts: Readonly<Record<string, string>> = {
  Jpan: "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}",
  Kore: "\\p{Script=Hangul}\\p{Script=Han}",
  Hans: "\\p{Script=Han}",
  Hant: "\\p{Script=Han}",
};
const rightToLeft: ReadonlySet<string> = new Set(["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg"]);

/** The script of a language; undefined for an unknown one. */
function toScript(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().script;
  } catch {
    return undefined;
  }
}

const patterns = new Map<string, RegExp>();
function hasScript(text: string, script: string): boolean {
  const pattern = patterns.get(script) ?? new RegExp(`[${scriptParts[script] ?? `\\p{Script=${script}}`}]`, "u");
  patterns.set(script, pattern);
  return pattern.test(text);
}

const translations = (set: DefinitionSet): readonly PlacedTranslation[] =>
  locales(set).flatMap(({ source, document }) => {
    const script = toScript(document.id);
    if (script === undefined) return [];
    return Object.entries(document.texts).flatMap(([english, texts]) => {
      const pointer = `/texts/${toPointerStep(english)}`;
      if (typeof texts === "string") return [{ source, pointer, english, text: texts, script }];
      return Object.entries(texts).map(([context, text]) => ({
        source,
        pointer: `${pointer}/${toPointerStep(context)}`,
        english,
        text,
        script,
      }));
    });
  });

const withoutPlaceholders = (text: string): string => text.replace(/\{[^}]*\}/g, "");
/** Words in lower case are no names. */
const countWords = (text: string): number => withoutPlaceholders(text).match(/(?<!\p{L})\p{Ll}{2,}/gu)?.length ?? 0;
const hasLetters = (text: string): boolean => /\p{L}/u.test(withoutPlaceholders(text));

const toNumbers = (text: string): string =>
  (
    withoutPlaceholders(text)
      .replace(/\p{Nd}/gu, toLatinDigit)
      .match(/[0-9]+/g) ?? []
  )
    .toSorted()
    .join();

/** Digits of a script have consecutive code points, from a multiple of 16 or from 6 after one. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value <= 9; value += 1)
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  return digit;
}

/** Translations that people read in another language, for another sentence, or from the wrong side. */
export const translationChecks: readonly Check[] = [
  check({
    code: "text/untranslated",
    why: "The translation is the English sentence, so people read English",
    allowable: true,
    at: (set) => set.once(translations),
    test: ({ english, text, script }) => {
      if (text === "" || text !== english) return undefined;
      return countWords(english) >= (script === "Latn" ? 3 : 1) ? `"${english}" is not translated` : undefined;
    },
  }),
  check({
    code: "text/wrong-script",
    why: "People who read the language cannot read the script",
    allowable: true,
    at: (set) => set.once(translations),
    test: ({ english, text, script, source }) => {
      if (text === english || !hasLetters(text) || hasScript(text, script)) return undefined;
      // A name in Latin letters may stay in any language.
      if (hasScript(text, "Latn") && countWords(text) === 0) return undefined;
      return `No letter of this is of the script of ${String(source.document.id)}`;
    },
  }),
  check({
    code: "text/swapped-translation",
    why: "People would read what belongs to another sentence",
    allowable: true,
    at: locales,
    test: ({ source }, set) => {
      if (set.context.organisation !== undefined) return undefined;
      const own = set.once(translations).filter((one) => one.source === source);
      const placed = new Map(own.map((one) => [one as object, one]));
      return [
        ...own.flatMap(({ pointer, english, text, script }) => {
          const isSwapped = script !== "Latn" && hasScript(english, script) && !hasScript(text, script);
          return isSwapped && hasLetters(text) ? [below(pointer, "The sentence and its translation are swapped")] : [];
        }),
        ...own.flatMap(({ pointer, english, text }) => {
          const [wanted, found] = [toNumbers(english), toNumbers(text)];
          if (wanted === "" || wanted === found || text === "") return [];
          return [below(pointer, `The English has the numbers ${wanted}, but this has ${found || "none"}`)];
        }),
        ...findExchanged(own.filter(({ text }) => text !== "")).map(([first, second]) =>
          below(placed.get(first)!.pointer, `This fits "${second.english}", whose translation fits "${first.english}"`),
        ),
      ];
    },
  }),
  check({
    code: "text/wrong-direction",
    why: "Pages in the language would be laid out from the wrong side",
    allowable: true,
    at: locales,
    test: ({ document: { id, direction } }) => {
      const script = toScript(id);
      if (script === undefined) return undefined;
      const wanted = rightToLeft.has(script) ? "rtl" : "ltr";
      return direction === wanted ? undefined : below("/direction", `${id} is written ${wanted}`);
    },
  }),
];
