import { resolveText, type Text } from "#engine/documents/text.ts";

/**
 * The English words of a text on the wire; `organisation` fills what depends on who asks. The client translates:
 * English is the key of every locale.
 */
export function english(text: Text | undefined, organisation: unknown = {}): string {
  return resolveText(text, { roots: { organisation }, rules: {} }, (words) => words);
}
