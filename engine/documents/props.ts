/**
 * The small language in which a block, a widget or an action declares what a document may say to it.
 * One literal gives the meta-schema (to-meta.ts), the resolved TypeScript type, and the renderer's evaluation.
 */

/** Kinds of document a property may name. */
export type RefKind =
  | "screen" | "form" | "flow" | "options" | "verification" | "rules" | "organisation" | "article" | "operation" | "catalogue";

/** One property: how it is written in a document. With `orValue` a name may also be read from the scope. */
export type PropSpec =
  | "text" | "rule" | "value" | "string" | "boolean" | "integer" | "number" | "event" | "blocks" | "json"
  | { readonly enum: readonly string[] }
  | { readonly ref: RefKind; readonly orValue?: true }
  | { readonly list: Props }
  | { readonly object: Props }
  | { readonly map: PropSpec };

/** Properties by name; a name that ends in "?" may be left out. */
export type Props = { readonly [name: string]: PropSpec };

/** What a component receives for one property once the renderer has evaluated it. */
export type Resolved<S> =
  S extends "text" | "string" ? string
  : S extends "rule" | "boolean" ? boolean
  : S extends "integer" | "number" ? number
  : S extends { readonly enum: readonly (infer E)[] } ? E
  : S extends { readonly ref: RefKind } ? string
  : S extends { readonly list: infer P } ? ResolvedProps<P>[]
  : S extends { readonly object: infer P } ? ResolvedProps<P>
  : S extends { readonly map: infer V } ? Record<string, Resolved<V>>
  : unknown;

type OptionalNames<P> = { [K in keyof P]: K extends `${infer N}?` ? N : never }[keyof P];
type RequiredNames<P> = { [K in keyof P]: K extends `${string}?` ? never : K }[keyof P];

/** The evaluated properties of a whole contract. */
export type ResolvedProps<P> = { [K in RequiredNames<P> & string]: K extends keyof P ? Resolved<P[K]> : never } & {
  [N in OptionalNames<P> & string]?: `${N}?` extends keyof P ? Resolved<P[`${N}?`]> : never;
};

/** A block: its properties, the events it can raise, and whether other blocks stand in it. */
export interface BlockContract {
  readonly props: Props;
  /** Names allowed under `on`; what an event brings into the scope is the block's business (`item`, `data`). */
  readonly events?: readonly string[];
  /** Properties whose rules and texts are evaluated once per item, with `item` in scope: the block evaluates them. */
  readonly perItem?: readonly string[];
}

/** A widget: what a field may say to it beyond the attributes that all fields share. */
export interface WidgetContract {
  readonly props: Props;
  /** The widget draws its own label (a checkbox, a tile); the field's frame leaves it out. */
  readonly rendersLabel?: boolean;
  /** A field of this widget must name `options`. */
  readonly takesOptions?: boolean;
}

/** An action: the key that names it with what stands there, and its other keys. */
export interface ActionContract {
  readonly main: PropSpec;
  readonly props: Props;
  /** Nothing may follow it in a row (it leaves the screen or hands over). */
  readonly ends?: boolean;
}

/** The name of a property without the "?" and whether it may be left out. */
export function toPropName(key: string): { name: string; optional: boolean } {
  return key.endsWith("?") ? { name: key.slice(0, -1), optional: true } : { name: key, optional: false };
}
