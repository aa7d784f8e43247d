import type { ActionContract, BlockContract, Props, WidgetContract } from "./props.ts";

/*
 * Descriptions of a contract's properties, for editors. They form a second literal beside the contract, so that a page
 * that imports the contract does not load them. A property without a description is a type error.
 */

/** One line of description, with examples where the type of the property does not show how to write it. */
export type Line = string | readonly [line: string, ...examples: readonly unknown[]];

/** Descriptions by the path of the property: "item.label". */
export type Lines = Readonly<Record<string, Line>>;

type Bare<Key extends string> = Key extends `${infer Name}?` ? Name : Key;
type Inside<Spec> = Spec extends { readonly list: infer P } | { readonly object: infer P } ? P : never;
type PathsOf<P> = {
  [Key in keyof P & string]:
    | Bare<Key>
    | (Inside<P[Key]> extends never ? never : `${Bare<Key>}.${PathsOf<Inside<P[Key]>>}`);
}[keyof P & string];

/** Describes a block, a widget or an action, with each of its properties and events. */
export type About<C extends { readonly props: Props }> = {
  readonly is: Line;
  readonly props: string extends keyof C["props"] ? Lines : Readonly<Record<PathsOf<C["props"]>, Line>>;
} & (C extends { readonly events: infer Events }
  ? { readonly on: Readonly<Record<keyof Events & string, Line>> }
  : unknown);

/** A contract with its descriptions. */
export interface Described<C extends BlockContract | WidgetContract | ActionContract> {
  readonly contract: C;
  readonly about: { readonly is: Line; readonly props: Lines; readonly on?: Lines };
}
