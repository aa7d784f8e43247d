import { stateNames } from "#engine/core/definitions/states.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { below, check, type Check } from "./check.ts";
import { definitions } from "./support/places.ts";
import { didYouMean } from "./support/suggestion.ts";

const statesCatalogue = definitions("states");

/** The state in which everything begins. */
const initialState = "NOT_INITIALIZED";

/** Faults of the catalogue of states and transitions. */
export const stateChecks: readonly Check[] = [
  check({
    code: "states/unknown",
    why: "Nothing is ever in this state, so its texts are never shown",
    at: statesCatalogue,
    test: ({ document }) =>
      Object.keys(document.states)
        .filter((name) => !stateNames.some((known) => known === name))
        .map((name) =>
          below(`/states/${toPointerStep(name)}`, `There is no state "${name}"${didYouMean(name, stateNames)}`),
        ),
  }),
  check({
    code: "states/unreachable",
    why: "Nothing ever reaches the state from which the transition begins",
    at: statesCatalogue,
    test: ({ document: { transitions } }) =>
      transitions.flatMap(({ of, from }, index) => {
        if (from === "any") return [];
        const reached = transitions.flatMap((other) => (other.of === of && other.to !== undefined ? [other.to] : []));
        return from.flatMap((state, at) => {
          if (state === initialState || reached.includes(state)) return [];
          const what = of === "item" ? "a verification" : "a transaction";
          return [below(`/transitions/${index}/from/${at}`, `No transition brings ${what} to ${state}`)];
        });
      }),
  }),
  check({
    code: "states/duplicate-transition",
    why: "Only the first of the transitions would be used",
    at: statesCatalogue,
    test: ({ document: { transitions } }) => {
      const seen = new Set<string>();
      return transitions.flatMap(({ of, from, to, by }, index) => {
        if (to === undefined) return [];
        const keys = [from]
          .flat()
          .flatMap((state) => [by].flat().map((actor) => `${of}: ${state} → ${to} by ${actor}`));
        const repeated = keys.find((key) => seen.has(key));
        for (const key of keys) seen.add(key);
        return repeated === undefined ? [] : [below(`/transitions/${index}`, `${repeated} is already listed above`)];
      });
    },
  }),
];
