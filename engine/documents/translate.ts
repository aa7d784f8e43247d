import type { DocumentOf } from "./document-of.ts";
import { fillText, isTemplate, resolveText, type Text, type Translate } from "./text.ts";

/** English to the words of a locale; without one, or where it has no words (yet), the English stands. */
export function toTranslate(locale: Pick<DocumentOf<"locale">, "texts"> | undefined): Translate {
  const texts = locale?.texts ?? {};
  return (english, context) => {
    const found = Object.hasOwn(texts, english) ? texts[english] : undefined;
    if (found === undefined || typeof found === "string") return found || english;
    return (found[context ?? ""] ?? Object.values(found)[0]) || english;
  };
}

/** A text whose gaps code fills, in the words of a language. */
export function sayText(text: Text, values: Readonly<Record<string, unknown>>, translate: Translate): string {
  if (typeof text === "string") return fillText(translate(text), values);
  if (isTemplate(text)) return fillText(translate(text.text, text.context), values);
  return resolveText(text, { roots: {}, rules: {} }, translate);
}
