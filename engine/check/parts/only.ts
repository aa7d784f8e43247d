import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** The one document of a kind that stands alone (a catalogue), with its place; undefined where there is none. */
export function findOnly<K extends KindName>(
  set: DocumentSet,
  kind: K,
): { source: SourceDocument; document: DocumentOf<K> } | undefined {
  const [source] = set.ofKind(kind);
  return source && { source, document: source.document as DocumentOf<K> };
}
