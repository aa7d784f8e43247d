import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { Entry } from "#engine/core/scope/shapes/transaction-info.ts";
import type { StateDisplay, States } from "./state-machine.ts";

/** Content of catalogues/categories; headings and notes are texts for the renderer to resolve. */
export type Categories = Pick<DefinitionOf<"categories">, "insufficient" | "categories">;

/** Tiles under one heading. */
export interface Group<I> {
  readonly id: string;
  readonly heading: Text;
  readonly note?: Text;
  readonly tone?: StateDisplay["tone"];
  readonly items: readonly I[];
}

type Grouped = Pick<Entry, "state" | "insufficiency" | "category">;

/** Id of the group of verifications that wait for the candidate. */
export const insufficientGroupId = "insufficient";

/** Returns whether a verification waits for more from the candidate. */
export function isInsufficient({ state, insufficiency }: Pick<Entry, "state" | "insufficiency">): boolean {
  return state === "INSUFFICIENT_DATA" || (insufficiency !== null && insufficiency !== undefined);
}

/** Sorts insufficient verifications first, then by the priority of the state, else in the given order. */
export function sortByPriority<I extends { readonly state: string; readonly insufficiency?: unknown }>(
  items: readonly I[],
  { states }: Pick<States, "states">,
): I[] {
  const rank = ({ state, insufficiency }: I) =>
    insufficiency ? -1 : (findOwn(states, state)?.priority ?? Number.MAX_SAFE_INTEGER);
  return [...items].sort((a, b) => rank(a) - rank(b));
}

/**
 * Groups tiles by category in the catalogue's order. Insufficient ones form the first group.
 * Categories that the catalogue lacks come last, under '{category} Check'.
 */
export function toGroups<I extends Grouped>(
  items: readonly I[],
  { insufficient, categories }: Categories,
  states: Pick<States, "states">,
): Group<I>[] {
  const sorted = sortByPriority(items, states);
  const rest = sorted.filter((item) => !isInsufficient(item));
  const names = [...new Set([...Object.keys(categories), ...rest.map((item) => item.category.name)])];
  const groups = names.map((name): Group<I> => ({
    id: name,
    ...displayOf(name, categories),
    items: rest.filter((item) => item.category.name === name),
  }));
  return [{ id: insufficientGroupId, ...insufficient, items: sorted.filter(isInsufficient) }, ...groups].filter(
    (group) => group.items.length > 0,
  );
}

function displayOf(name: string, categories: Categories["categories"]): Pick<Group<never>, "heading" | "note"> {
  return findOwn(categories, name) ?? { heading: { text: "{category} Check", with: { category: name } } };
}
