import { isKind, type DocumentOf } from "#engine/documents/document-of.ts";
import { toKey, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";

/** Checked documents, found by their kind: what is found has the type of its kind. */
export interface DocumentsByKind {
  all: readonly AnyDocument[];
  get<K extends KindName>(kind: K, id: string): DocumentOf<K> | undefined;
  list<K extends KindName>(kind: K): DocumentOf<K>[];
}

/** Of two documents with one kind and id the later is found. */
export function toDocumentsByKind(all: readonly AnyDocument[]): DocumentsByKind {
  const byKey = new Map(all.map((document) => [toKey(document.kind, document.id), document]));
  return {
    all,
    get: (kind, id) => {
      const found = byKey.get(toKey(kind, id));
      return found && isKind(found, kind) ? found : undefined;
    },
    list: (kind) => all.filter((document) => isKind(document, kind)),
  };
}
