import { expect, test } from "vitest";
import type { LocaleDocument } from "#engine/documents/screen.ts";
import { toGaps, toSentences, type Text } from "#engine/documents/text.ts";
import { findSlots } from "#engine/documents/walk.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";

const { sources, metas } = await checkSchemas("schemas");
const locales = sources.flatMap(({ document }) =>
  document.kind === "locale" ? [[document.id, document as unknown as LocaleDocument] as const] : [],
);

/** Names of firms are not translated. */
const proper = new Set(["options/companies.json"]);
/** Latin script that is not English: names, abbreviations of an organisation, what stands on the wire or on a paper. */
const nameInLatin = /\b(Sanad|WhatsApp|GCE(-\d*)?|Idempotency-Key|https?|K-1234|A)\b/g;
const withoutGaps = (text: string) => text.replace(/\{\w+\}/g, "");
const isOnlyGaps = (text: string) => withoutGaps(text).replace(/[\s,.]/g, "") === "";
const wordsOf = (words: LocaleDocument["texts"][string]) =>
  typeof words === "string" ? [words] : Object.values(words);

/** Rules that refuse something: what they say is read by candidates; the words of others are for authors alone. */
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

test("sentences are found in every kind of document that says something", () => {
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

test.each(locales)("%s has words for every sentence", (_, { texts }) => {
  const missing = [...sentences]
    .filter(([english]) => !isOnlyGaps(english) && !Object.hasOwn(texts, english))
    .map(([english, place]) => `${place}: ${english}`);
  expect(missing).toEqual([]);
});

test.each(locales)("%s fills the gaps of the English, and no others", (_, { texts }) => {
  const wrong = Object.entries(texts).filter(([english, words]) =>
    wordsOf(words).some((word) => toGaps(word).sort().join() !== toGaps(english).sort().join()),
  );
  expect(wrong).toEqual([]);
});

test.each(locales)("%s leaves nothing in English but names", (_, { texts }) => {
  const english = Object.values(texts)
    .flatMap(wordsOf)
    .filter((words) => /[A-Za-z]/.test(withoutGaps(words).replace(nameInLatin, "")));
  expect(english).toEqual([]);
});
