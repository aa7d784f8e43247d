import type { TSchema } from "typebox";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import { resolveText, type Translate } from "#engine/documents/text.ts";

/**
 * A root that documents may read. `both`: rules that the server obeys may read it too; `page`: screens alone.
 * The contract is a function, so that a page which only makes roots carries no schema.
 */
export interface Root {
  readonly side: "both" | "page";
  /** What an editor says of it. */
  readonly about: string;
  readonly contract: () => TSchema;
  /** It is there without being loaded: true, or false where a screen must name it under `load`. */
  readonly always: boolean;
  /** Names that `load.with` may give beside the arguments of the operation that fills it. */
  readonly takes?: readonly string[];
  /** Keys that `set` may write. */
  readonly writable?: readonly string[];
}

/** What the makers of roots are given beside an answer: finished documents, the language, the server's time (ISO 8601). */
export interface Makings {
  find<K extends KindName>(kind: K, id: string): DocumentOf<K> | undefined;
  translate: Translate;
  now: string;
}

/** What a verification is called, in the candidate's language: as the wallet says it in English, else as its document does. */
export function toLabel(said: string, name: string, { find, translate }: Pick<Makings, "find" | "translate">): string {
  if (said) return translate(said);
  const document = find("verification", name);
  return document ? resolveText(document.label, { roots: {}, rules: {} }, translate) : name;
}

/** The properties of a document's contract without the head that every document carries. */
export function withoutHead<P extends Record<string, TSchema>>(
  properties: P,
): Omit<P, "$schema" | "kind" | "description"> {
  const { $schema: _schema, kind: _kind, description: _description, ...rest } = properties;
  return rest;
}
