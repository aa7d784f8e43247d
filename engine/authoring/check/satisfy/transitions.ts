import { oncePerObject } from "#engine/core/base/once.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { findAnswer } from "#engine/authoring/answers/find-answer.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { findSmallest } from "../support/smallest-set.ts";
import { searchedDay, toKnownRoots } from "./form-search.ts";

type Row = DefinitionOf<"states">["transitions"][number];
type Roots = Readonly<Record<string, unknown>>;

/** The rules that always refuse an actor in a state. */
export interface AlwaysRefused {
  readonly by: string;
  readonly state: State;
  /** The smallest set of them. Computed for a message only, because it takes long. */
  readonly rules: () => readonly string[];
}

/** What a candidate can reach in a transaction, and what is refused there in any situation. */
export interface Reached {
  readonly states: ReadonlySet<State>;
  readonly refused: readonly AlwaysRefused[];
}

const actsOn = ({ of, from, by }: Row, kind: Row["of"], actor: string, state: State): boolean =>
  of === kind && (from === "any" || from.includes(state)) && ([by].flat() as string[]).includes(actor);

/**
 * Returns why an actor is refused in a state; undefined when it is allowed in some situation. `toRoots` gives the roots
 * that are known in it. No rules: there is no transition.
 */
export function findRefusingRules(
  rows: readonly Row[],
  toRoots: (state: State) => Roots,
  { kind, actor, state }: { kind: Row["of"]; actor: string; state: State },
  set: DefinitionSet,
): AlwaysRefused["rules"] | undefined {
  const own = rows.filter((row) => actsOn(row, kind, actor, state));
  if (own.length === 0) return () => [];
  const rules = [...new Set(own.flatMap(({ unless = [] }) => unless))];
  const excludes = (kept: readonly string[]) => !canAllBeFalse(kept, toRoots(state), set);
  return excludes(rules) ? () => findSmallest(rules, excludes) : undefined;
}

/** Follows the transitions by these actors, from the first state on. */
export function followTransitions(
  rows: readonly Row[],
  actors: readonly string[],
  toRoots: (state: State) => Roots,
  set: DefinitionSet,
): Reached {
  const states = new Set<State>(["NOT_INITIALIZED"]);
  const refused: AlwaysRefused[] = [];
  for (const state of states) {
    for (const actor of actors) {
      const next = rows.flatMap((row) =>
        actsOn(row, "transaction", actor, state) && row.to !== undefined && row.to !== state ? [row.to] : [],
      );
      if (next.every((to) => states.has(to))) continue;
      const rules = findRefusingRules(rows, toRoots, { kind: "transaction", actor, state }, set);
      if (rules === undefined) for (const to of next) states.add(to);
      else refused.push({ by: actor, state, rules });
    }
  }
  return { states, refused };
}

/** A form whose checks are named rules that must be false: the search for an answer then finds a situation. */
const toForm = (rules: readonly string[]): FormDefinition => ({
  $schema: "",
  kind: "form",
  id: "situation",
  description: "A situation.",
  data: { type: "object", properties: { here: { type: "boolean" } } },
  fields: [{ at: "/here", widget: "checkbox" }],
  checks: rules.map((rule) => ({ id: rule, at: "/here", assert: { "!": { rule } }, message: "" })),
});

const tools = { shape: () => [] };
const toModel = oncePerObject((form: FormDefinition) => toFormModel(form, () => undefined));

function canAllBeFalse(rules: readonly string[], roots: Roots, set: DefinitionSet): boolean {
  const scope = { roots: { ...roots, ...toKnownRoots() }, rules: set.rules };
  return (
    findAnswer({ judge: { model: toModel(toForm(rules)), tools, scope }, now: searchedDay, freeRoots: true }) !==
    undefined
  );
}
