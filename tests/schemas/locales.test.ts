import { expect, test } from "vitest";
import type { LocaleDefinition } from "#engine/core/definitions/screen.ts";
import { toPlaceholders, toSentences, type Text } from "#engine/core/definitions/text.ts";
import { findSlots } from "#engine/core/definitions/find-slots.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";

const { sources, metas } = await checkSchemas("schemas");
const locales = sources.flatMap(({ document }) =>
  document.kind === "locale" ? [[document.id, document as unknown as LocaleDefinition] as const] : [],
);

/** Company names are not translated. */
const proper = new Set(["options/companies.json"]);
/** Latin script that is not English: names, abbreviations, wire names, and text of documents. */
const nameInLatin = /\b(Sanad|WhatsApp|Adobe Reader|GCE(-\d*)?|Idempotency-Key|https?|K-1234|A)\b/g;
const withoutGaps = (text: string) => text.replace(/\{\w+\}/g, "");
const isOnlyGaps = (text: string) => withoutGaps(text).replace(/[\s,.:]/g, "") === "";
const wordsOf = (words: LocaleDefinition["texts"][string]) =>
  typeof words === "string" ? [words] : Object.values(words);

/** Rules that refuse an operation: candidates read their texts. Texts of other rules are for authors. */
const refusing = new Set(
  sources.flatMap(({ document }) =>
    document.kind === "states"
      ? (document["transitions"] as { unless?: string[] }[]).flatMap(({ unless = [] }) => unless)
      : [],
  ),
);
const isForAuthors = (kind: string, pointer: string) => {
  const [, rule] = /^\/rules\/([^/]+)\/why/.exec(pointer) ?? [];
  return kind === "rules" && rule !== undefined && !refusing.has(rule);
};

const sentences = new Map<string, string>();
for (const { path, document } of sources) {
  if (document.kind === "locale" || proper.has(path)) continue;
  for (const { slot, value, pointer } of findSlots(metas, document.kind, document)) {
    if (slot !== "text" || isForAuthors(document.kind, pointer)) continue;
    for (const { english } of toSentences(value as Text)) sentences.set(english, `${path}#${pointer}`);
  }
}

test("finds sentences in every kind of definition with texts", () => {
  expect(sentences.size).toBeGreaterThan(500);
  for (const sentence of [
    "Session Expired",
    "Payment received",
    "Start the verification first",
    "The service is not meant for children under 13.",
    "Mobile number",
  ])
    expect([...sentences.keys()]).toContain(sentence);
});

test.each(locales)("%s translates every sentence", (_, { texts }) => {
  const missing = [...sentences]
    .filter(([english]) => !isOnlyGaps(english) && !Object.hasOwn(texts, english))
    .map(([english, place]) => `${place}: ${english}`);
  expect(missing).toEqual([]);
});

test.each(locales)("%s has the same placeholders as the English sentences", (_, { texts }) => {
  const wrong = Object.entries(texts).filter(([english, words]) =>
    wordsOf(words).some((word) => toPlaceholders(word).sort().join() !== toPlaceholders(english).sort().join()),
  );
  expect(wrong).toEqual([]);
});

test.each(locales)("%s has no English words except names", (_, { texts }) => {
  const english = Object.values(texts)
    .flatMap(wordsOf)
    .filter((words) => /[A-Za-z]/.test(withoutGaps(words).replace(nameInLatin, "")));
  expect(english).toEqual([]);
});
