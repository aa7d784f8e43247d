import type { DefinitionOf } from "./definition-of.ts";
import { fillPlaceholders, isTemplate, resolveText, type Text, type Translate } from "./text.ts";

/** Returns the translation function of a locale; it falls back to English. */
export function toTranslate(locale: Pick<DefinitionOf<"locale">, "texts"> | undefined): Translate {
  const texts = locale?.texts ?? {};
  return (english, context) => {
    const found = Object.hasOwn(texts, english) ? texts[english] : undefined;
    if (found === undefined || typeof found === "string") return found || english;
    return (found[context ?? ""] ?? Object.values(found)[0]) || english;
  };
}

/** Translates a text whose placeholders code fills. */
export function translateText(text: Text, values: Readonly<Record<string, unknown>>, translate: Translate): string {
  if (typeof text === "string") return fillPlaceholders(translate(text), values);
  if (isTemplate(text)) return fillPlaceholders(translate(text.text, text.context), values);
  return resolveText(text, { roots: {}, rules: {} }, translate);
}
