/**
 * The small language in which a block, a widget or an action declares what a document may say to it.
 * One literal gives the meta-schema (to-meta.ts), the resolved TypeScript type, and the renderer's evaluation.
 */

import type { JsonSchema } from "#engine/base/known.ts";

/** Kinds of document a property may name. */
export type RefKind =
  | "screen"
  | "form"
  | "flow"
  | "options"
  | "verification"
  | "rules"
  | "organisation"
  | "article"
  | "operation"
  | "catalogue"
  /** A root that a screen may load. */
  | "root"
  /** A block of the same screen, by its id. */
  | "block"
  /** A dialog, or a form block, of each screen that takes the step. */
  | "dialog"
  | "formBlock";

/** One property: how it is written in a document. With `orValue` a name may also be read from the scope. */
export type PropSpec =
  | "text"
  | "rule"
  | "value"
  | "string"
  | "boolean"
  | "number"
  | "event"
  /** Steps, or the name of a table of the same flow. */
  | "next"
  /** The name of a picture. */
  | "icon"
  /** What a browser may fill in by itself. */
  | "autofill"
  /** A key of the items that the block shows. */
  | "itemKey"
  | "blocks"
  | "json"
  /** A whole number within these bounds. */
  | { readonly integer: readonly [least: number, most: number] }
  | { readonly enum: readonly string[] }
  | { readonly ref: RefKind; readonly orValue?: true }
  | { readonly list: Props }
  | { readonly object: Props }
  /** Values by name; with `keys` the names are what `set` may write. */
  | { readonly map: PropSpec; readonly keys?: "target" }
  /** A text of which code fills these gaps. */
  | { readonly gaps: readonly string[] }
  /** A value of this shape: the check compares what the document writes with it. */
  | { readonly value: JsonSchema };

/** Properties by name; a name that ends in "?" may be left out. */
export type Props = { readonly [name: string]: PropSpec };

/** What a component receives for one property once the renderer has evaluated it. */
export type Resolved<S> = S extends "text" | "string" | "icon" | "autofill" | "itemKey"
  ? string
  : S extends "rule" | "boolean"
    ? boolean
    : S extends "number" | { readonly integer: readonly [number, number] }
      ? number
      : S extends { readonly enum: readonly (infer E)[] }
        ? E
        : S extends { readonly ref: RefKind } | { readonly gaps: readonly string[] }
          ? string
          : S extends { readonly list: infer P }
            ? ResolvedProps<P>[]
            : S extends { readonly object: infer P }
              ? ResolvedProps<P>
              : S extends { readonly map: infer V }
                ? Record<string, Resolved<V>>
                : unknown;

type OptionalNames<P> = { [K in keyof P]: K extends `${infer N}?` ? N : never }[keyof P];
type RequiredNames<P> = { [K in keyof P]: K extends `${string}?` ? never : K }[keyof P];

/** The evaluated properties of a whole contract. */
export type ResolvedProps<P> = { [K in RequiredNames<P> & string]: K extends keyof P ? Resolved<P[K]> : never } & {
  [N in OptionalNames<P> & string]?: `${N}?` extends keyof P ? Resolved<P[`${N}?`]> : never;
};

/** What an event of a block brings into the scope beside the screen's roots. */
export type EventRoot = "item" | "data" | "result";

/** A block: its properties, the events it can raise, and whether other blocks stand in it. */
export interface BlockContract {
  readonly props: Props;
  /** Names allowed under `on`, each with what it brings into the scope. */
  readonly events?: Readonly<Record<string, readonly EventRoot[]>>;
  /** Which events somebody can raise: always (true), or where the property of this name is there. Each must lead somewhere. */
  readonly offers?: Readonly<Record<string, true | string>>;
  /** The list whose ids are events that somebody can raise. */
  readonly offersIn?: string;
  /** The property whose elements are `item`; with `inside`, the elements of that list of each element. */
  readonly itemOf?: { readonly list: string; readonly inside?: string };
  /** Properties whose rules and texts are evaluated once per item, with `item` in scope: the block evaluates them. */
  readonly perItem?: readonly string[];
}

/** The type of one value of form data. */
export type DataType = "string" | "number" | "integer" | "boolean" | "object" | "array";

/** The types of an object's values, by name. */
export interface WrittenShape {
  readonly [name: string]: DataType | WrittenShape;
}

/** A widget: what a field may say to it beyond the attributes that all fields share. */
export interface WidgetContract {
  /** What an object that it fills in may hold: always (""), and where the property of a name is set. */
  readonly writes?: Readonly<Record<string, WrittenShape>>;
  readonly props: Props;
  /** The widget draws its own label (a checkbox, a tile); the field's frame leaves it out. */
  readonly rendersLabel?: boolean;
  /** It holds what is typed itself: it is drawn again at commit, and when somebody else changes the value, not at each key. */
  readonly ownsTyping?: boolean;
  /** A field of this widget must name `options`; no other may. */
  readonly takesOptions?: boolean;
  /** A field of this widget must say which content types it takes; no other may. */
  readonly takesFiles?: boolean;
  /** The type of the value that it fills in and, where it writes only some, its formats. */
  readonly takes: { readonly type: readonly DataType[]; readonly format?: readonly string[] };
  /** Where, in a value that is an object, the words stand that a record shows: a JSON Pointer. */
  readonly summary?: string;
  /** Where, in its value, a photo stands that has to be taken as it is given: a JSON Pointer. */
  readonly live?: string;
  /** It is never drawn: it needs no label, and nobody can fill it in. */
  readonly undrawn?: boolean;
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
