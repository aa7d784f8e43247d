import { readFileSync } from "node:fs";
import path from "node:path";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { appRoot } from "#server/root.ts";

const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(appRoot, "schemas", file), "utf8")) as T;

/** A text of the page's code from catalogues/texts and the language. */
export function readPageText(key: TextKey, locale: string): string {
  const { texts } = read<{ texts: Readonly<Record<string, string>> }>("catalogues/texts.json");
  const sentence = texts[key]!;
  if (locale === "en") return sentence;
  return read<{ texts: Readonly<Record<string, string>> }>(`locales/${locale}.json`).texts[sentence] ?? sentence;
}
