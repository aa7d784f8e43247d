/**
 * The language in which a block, a widget or an action declares its properties. One literal gives the meta-schema
 * (authoring/meta-schemas), the resolved TypeScript type, and the renderer's evaluation.
 */

import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Expr, Rule } from "#engine/core/rules/evaluate.ts";
import type { Text } from "./text.ts";

/** Kinds of names that a property may reference. */
export type RefKind =
  | "screen"
  | "form"
  | "flow"
  | "options"
  | "verification"
  | "rules"
  | "organisation"
  | "article"
  /** An evaluation partner of catalogues/partners, or an organisation that evaluates by itself. */
  | "partner"
  | "report"
  /** The system of an outside verifier, by its name in catalogues/verifiers. */
  | "verifier"
  | "operation"
  /** An operation of the console that roles list. */
  | "staffOperation"
  | "catalogue"
  /** A root that a screen may load. */
  | "root"
  /** A block of the same screen, by its id. */
  | "block"
  /** A dialog, or a form block, of each screen that runs the step. */
  | "dialog"
  | "formBlock";

/** The type of one property in a definition. With `orValue` the scope may supply the name. */
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
  /** The name of an icon. */
  | "icon"
  /** An autofill token. */
  | "autofill"
  /** A key of the items that the block shows. */
  | "itemKey"
  | "blocks"
  | "json"
  /** An integer within these bounds. */
  | { readonly integer: readonly [least: number, most: number] }
  | { readonly enum: readonly string[] }
  | { readonly ref: RefKind; readonly orValue?: true }
  | { readonly list: Props }
  | { readonly object: Props }
  /** Values by name; with `keys` the names are those that `set` may write, or paths of the shown items. */
  | { readonly map: PropSpec; readonly keys?: "target" | "itemPath" }
  /** A text with placeholders that code fills. */
  | { readonly placeholders: readonly string[] }
  /** A value of this schema; the check compares the definition with it. */
  | { readonly value: JsonSchema };

/** Properties by name; a name that ends in "?" is optional. */
export type Props = { readonly [name: string]: PropSpec };

/** The type of one property as a component receives it, evaluated. */
export type Resolved<S> = S extends "text" | "string" | "icon" | "autofill" | "itemKey"
  ? string
  : S extends "rule" | "boolean"
    ? boolean
    : S extends "number" | { readonly integer: readonly [number, number] }
      ? number
      : S extends { readonly enum: readonly (infer E)[] }
        ? E
        : S extends { readonly ref: RefKind } | { readonly placeholders: readonly string[] }
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

/** The type of one property as a definition has it, before it is evaluated. */
export type Unevaluated<S> = S extends "text" | { readonly placeholders: readonly string[] }
  ? Text
  : S extends "rule"
    ? Rule
    : S extends { readonly list: infer P }
      ? UnevaluatedProps<P>[]
      : S extends { readonly object: infer P }
        ? UnevaluatedProps<P>
        : S extends "value" | { readonly value: unknown }
          ? Expr
          : Resolved<S>;

/** The properties of a whole contract as a definition has them. */
export type UnevaluatedProps<P> = {
  [K in RequiredNames<P> & string]: K extends keyof P ? Unevaluated<P[K]> : never;
} & {
  [N in OptionalNames<P> & string]?: `${N}?` extends keyof P ? Unevaluated<P[`${N}?`]> : never;
};

/** Roots that an event of a block adds to the scope. */
export type EventRoot = "item" | "data" | "result";

/** A block: its properties, its events, and whether it contains other blocks. */
export interface BlockContract {
  readonly props: Props;
  /** Names allowed under `on`, each with the roots that the event adds to the scope. */
  readonly events?: Readonly<Record<string, readonly EventRoot[]>>;
  /** Events that a person can trigger: always (true), or where the named property is present. Each needs steps. */
  readonly offers?: Readonly<Record<string, true | string>>;
  /** The list whose ids are events that a person can trigger. */
  readonly offersIn?: string;
  /** The property whose elements are `item`; with `inside`, the elements of that list of each element. */
  readonly itemOf?: { readonly list: string; readonly inside?: string };
  /** Properties with rules and texts that the block evaluates once per item, with `item` in scope. */
  readonly perItem?: readonly string[];
}

/** The type of one value of form data. */
export type DataType = "string" | "number" | "integer" | "boolean" | "object" | "array";

/** The types of an object's values, by name. */
export interface WrittenShape {
  readonly [name: string]: DataType | WrittenShape;
}

/** A widget: its properties beyond those that all fields share. */
export interface WidgetContract {
  /** Content of an object value: always (""), and where the named property is set. */
  readonly writes?: Readonly<Record<string, WrittenShape>>;
  readonly props: Props;
  /** The widget draws its own label (a checkbox, a tile); the frame of the field omits it. */
  readonly rendersLabel?: boolean;
  /** The widget keeps what is typed itself. It is drawn again at commit and on outside changes, not at each key. */
  readonly uncontrolled?: boolean;
  /** Fields of this widget need `options`; fields of other widgets must not have it. */
  readonly needsOptions?: boolean;
  /** Fields of this widget need `accept`; fields of other widgets must not have it. */
  readonly acceptsFiles?: boolean;
  /** Type of the widget's value and, where it writes only some, its formats. */
  readonly valueType: { readonly type: readonly DataType[]; readonly format?: readonly string[] };
  /** The property with which the value is a list of such values. */
  readonly several?: string;
  /** JSON Pointer, in an object value, to the text that a record shows. */
  readonly summary?: string;
  /** JSON Pointer, in the value, to a photo that the camera must take live. */
  readonly live?: string;
  /** The widget is never drawn: it needs no label, and a person cannot fill it in. */
  readonly hidden?: boolean;
}

/** An action: the type of the key that names it, and its other keys. */
export interface ActionContract {
  readonly main: PropSpec;
  readonly props: Props;
  /** No step may follow it in a row, because it leaves the screen or hands over. */
  readonly ends?: boolean;
}

/** Splits the name of a property from its "?". */
export function toPropName(key: string): { name: string; optional: boolean } {
  return key.endsWith("?") ? { name: key.slice(0, -1), optional: true } : { name: key, optional: false };
}
