import type { Static } from "typebox";
import type { AnyDocument, documentKinds, KindName } from "./kinds.ts";

/** One type per kind: looked up, not worked out again wherever a kind is a variable. */
type DocumentTypes = { [K in KindName]: Static<(typeof documentKinds)[K]["schema"]> };

/** The type of a document by its kind: `DocumentOf<"form">`. Made from the kind's own schema; types alone, so a page that asks for it fetches no schema. */
export type DocumentOf<K extends KindName> = DocumentTypes[K];

/** Whether a checked document is of a kind: from then on it has that kind's type. */
export function isKind<K extends KindName>(document: AnyDocument, kind: K): document is AnyDocument & DocumentOf<K> {
  return document.kind === kind;
}
