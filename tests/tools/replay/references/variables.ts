import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { Action, Fixture } from "../contracts.ts";
import { listActions, listBefore, type Fault, type PlacedAction, type ReferenceCheck } from "./fault.ts";

/** Variables of every fixture. */
const baseVariables = ["mobile", "nationalNumber", "name", "orgId", "formId"];
/** Variables of a seed. Only the sandbox knows their parts. */
const seedVariables = ["candidates", "transactions", "orders"];
/** Verbs that set the open transaction. */
const openingVerbs = ["open", "reachState", "press", "reload", "back", "pay", "release"];
const variablePattern = /\{([A-Za-z][A-Za-z0-9._-]*)\}/g;

/** Each `{variable}` is known when it is used: a value, the candidate, the seed, or stored by an earlier action. */
export const findVariableFaults: ReferenceCheck = (fixture) => {
  const known = new Set([...baseVariables, ...Object.keys(fixture.values), ...(fixture.seed ? seedVariables : [])]);
  const learn = (action: Action) => {
    for (const name of Object.keys((action["keep"] as object | undefined) ?? {})) known.add(name);
    if (openingVerbs.some((verb) => verb in action)) known.add("txnId");
  };
  listBefore(fixture).forEach(learn);
  return listActions(fixture).flatMap(({ action, pointer }) => {
    const faults = listUses(action, pointer).flatMap(({ name, at }) => findFault(name, at, known, fixture));
    learn(action);
    return faults;
  });
};

function findFault(name: string, pointer: string, known: ReadonlySet<string>, { values, seed }: Fixture): Fault[] {
  const [head = "", ...rest] = name.split(".");
  if (known.has(name)) return [];
  if (!known.has(head)) {
    const hint = head === "txnId" ? ": no page of a transaction is open yet" : didYouMean(name, known);
    const reason = seedVariables.includes(head) && seed === undefined ? ": the fixture has no seed" : hint;
    return [{ pointer, message: `unknown variable {${name}}${reason}` }];
  }
  if (rest.length === 0 || !Object.hasOwn(values, head)) return [];
  const found = rest.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values[head]);
  return found === undefined ? [{ pointer, message: `/values/${head} has no ${rest.join(".")}` }] : [];
}

/** Uses of variables in an action, with pointers. */
export function listUses(value: unknown, at: string): { name: string; at: string }[] {
  if (typeof value === "string") return [...value.matchAll(variablePattern)].map(([, name = ""]) => ({ name, at }));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listUses(inner, `${at}/${key}`));
}

/** Uses of seed variables. They are checked once the seed exists. */
export const listSeedUses = (fixture: Fixture): { name: string; at: string }[] =>
  listActions(fixture)
    .flatMap(({ action, pointer }: PlacedAction) => listUses(action, pointer))
    .filter(({ name }) => seedVariables.includes(name.split(".")[0] ?? ""));
