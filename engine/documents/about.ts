import type { ActionContract, BlockContract, Props, WidgetContract } from "./props.ts";

/*
 * What an editor says of a contract's properties. It stands beside the contract as a second literal, so that a page, which
 * imports the contract, carries none of it; a property without its line is a type error.
 */

/** What a property is for, in a line; where its kind does not show how it is written, with examples. */
export type Line = string | readonly [line: string, ...examples: readonly unknown[]];

/** Lines by the path of the property: "item.label". */
export type Lines = Readonly<Record<string, Line>>;

type Bare<Key extends string> = Key extends `${infer Name}?` ? Name : Key;
type Inside<Spec> = Spec extends { readonly list: infer P } | { readonly object: infer P } ? P : never;
type PathsOf<P> = {
  [Key in keyof P & string]:
    | Bare<Key>
    | (Inside<P[Key]> extends never ? never : `${Bare<Key>}.${PathsOf<Inside<P[Key]>>}`);
}[keyof P & string];

/** What a block, a widget or an action is, and each of its properties and events. */
export type About<C extends { readonly props: Props }> = {
  readonly is: Line;
  readonly props: string extends keyof C["props"] ? Lines : Readonly<Record<PathsOf<C["props"]>, Line>>;
} & (C extends { readonly events: infer Events }
  ? { readonly on: Readonly<Record<keyof Events & string, Line>> }
  : unknown);

/** A contract with what an editor says of it. */
export interface Described<C extends BlockContract | WidgetContract | ActionContract> {
  readonly contract: C;
  readonly about: { readonly is: Line; readonly props: Lines; readonly on?: Lines };
}
