import { expect, test } from "vitest";
import type { LocaleDocument } from "#engine/documents/screen.ts";
import { toSentences, type Text } from "#engine/documents/text.ts";
import { findSlots } from "#engine/documents/walk.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";

const { sources, metas } = await checkSchemas("schemas");
const locales = sources.filter(({ document }) => document.kind === "locale");
/** Legal texts hold in English; names of firms are not translated. */
const inEnglish = new Set(["catalogues/terms.json", "catalogues/privacy.json", "options/companies.json"]);
const gapsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();
const isOnlyGaps = (text: string) => text.replace(/\{\w+\}/g, "").replace(/[\s,.]/g, "") === "";

const sentences = new Map<string, string>();
for (const { path, document } of sources) {
  if (document.kind === "locale" || inEnglish.has(path)) continue;
  for (const { slot, value } of findSlots(metas, document.kind, document)) {
    if (slot === "text") for (const { english } of toSentences(value as Text)) sentences.set(english, path);
  }
}

test.each(locales.map(({ document }) => [document.id, document as unknown as LocaleDocument] as const))("%s has words for every sentence", (_, { texts }) => {
  const missing = [...sentences].filter(([english]) => !isOnlyGaps(english) && !Object.hasOwn(texts, english)).map(([english, path]) => `${path}: ${english}`);
  expect(missing).toEqual([]);
});

test.each(locales.map(({ document }) => [document.id, document as unknown as LocaleDocument] as const))("%s fills the gaps of the English", (_, { texts }) => {
  const wrong = Object.entries(texts).filter(([english, words]) => (typeof words === "string" ? [words] : Object.values(words)).some((word) => gapsOf(word).join() !== gapsOf(english).join()));
  expect(wrong).toEqual([]);
});
