import { resolveText, type Text } from "#engine/core/definitions/text.ts";

/**
 * The English text on the wire; `organisation` is the only root. The client translates: English is the key of every
 * locale.
 */
export function english(text: Text | undefined, organisation: unknown = {}): string {
  return resolveText(text, { roots: { organisation }, rules: {} }, (messages) => messages);
}
