import type { TSchema } from "typebox";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { SignInKind } from "#engine/core/definitions/app.ts";
import type { KindName } from "#engine/core/definitions/kinds.ts";
import { resolveText, type Translate } from "#engine/core/definitions/text.ts";

/**
 * A root of the scope. `both`: rules of the server may read it; `page`: only screens. The contract is a function, so
 * that a page that builds roots loads no schema.
 */
export interface Root {
  readonly side: "both" | "page";
  /** Description for editors. */
  readonly description: string;
  readonly contract: () => TSchema;
  /** True where the root always exists; false where a screen must list it under `load`. */
  readonly isAlwaysLoaded: boolean;
  /** Who signs in to the apps that may load it; missing for a root of every app. */
  readonly signIn?: SignInKind;
  /** Arguments of `load.with` beyond those of the operation that fills it. */
  readonly extraArguments?: readonly string[];
  /** Keys that `set` may write. */
  readonly writable?: readonly string[];
}

/**
 * Input for building roots beside an answer: the organisation's definitions, the language, the server's time (ISO
 * 8601).
 */
export interface RootInput {
  find<K extends KindName>(kind: K, id: string): DefinitionOf<K> | undefined;
  translate: Translate;
  now: string;
}

/** Label of a verification in the candidate's language: the wallet's English label, else that of its definition. */
export function toLabel(
  walletLabel: string,
  name: string,
  { find, translate }: Pick<RootInput, "find" | "translate">,
): string {
  if (walletLabel) return translate(walletLabel);
  const definition = find("verification", name);
  return definition ? resolveText(definition.label, { roots: {}, rules: {} }, translate) : name;
}

/** A definition, or the properties of a kind's contract, without the head of every definition. */
export function withoutHead<P extends Partial<Record<"$schema" | "kind" | "description", unknown>>>(
  properties: P,
): Omit<P, "$schema" | "kind" | "description"> {
  const { $schema: _schema, kind: _kind, description: _description, ...rest } = properties;
  return rest;
}
