import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { Action, Fixture } from "../contracts.ts";
import { listActions, listBefore, type Fault, type PlacedAction, type ReferenceCheck } from "./fault.ts";

/** Known from the first step on, whatever the fixture says. */
const fromTheStart = ["mobile", "nationalNumber", "name", "orgId", "formId"];
/** What a seed brings: which of them only the sandbox can say, when it has made them. */
const seeded = ["candidates", "transactions", "orders"];
/** Verbs after which the open transaction is known: a page's address tells it. */
const opening = ["open", "scene", "press", "reload", "back", "pay", "release"];
const used = /\{([A-Za-z][A-Za-z0-9._-]*)\}/g;

/** Every `{variable}` is known when it is used: from the values, the candidate, the seed, or kept by an earlier action. */
export const findVariableFaults: ReferenceCheck = (fixture) => {
  const known = new Set([...fromTheStart, ...Object.keys(fixture.values), ...(fixture.seed ? seeded : [])]);
  const learn = (action: Action) => {
    for (const name of Object.keys((action["keep"] as object | undefined) ?? {})) known.add(name);
    if (opening.some((verb) => verb in action)) known.add("txnId");
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
    const later = head === "txnId" ? ": no page of a transaction is open yet" : didYouMean(name, known);
    const lacking = seeded.includes(head) && seed === undefined ? ": the fixture has no seed" : later;
    return [{ pointer, message: `nothing is known of {${name}} here${lacking}` }];
  }
  if (rest.length === 0 || !Object.hasOwn(values, head)) return [];
  const found = rest.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values[head]);
  return found === undefined ? [{ pointer, message: `/values/${head} holds no ${rest.join(".")}` }] : [];
}

/** Each use of a variable in an action, with the pointer of the string in which it stands. */
export function listUses(value: unknown, at: string): { name: string; at: string }[] {
  if (typeof value === "string") return [...value.matchAll(used)].map(([, name = ""]) => ({ name, at }));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listUses(inner, `${at}/${key}`));
}

/** Uses of what a seed brings, for a look at them once it is made. */
export const listSeededUses = (fixture: Fixture): { name: string; at: string }[] =>
  listActions(fixture)
    .flatMap(({ action, pointer }: PlacedAction) => listUses(action, pointer))
    .filter(({ name }) => seeded.includes(name.split(".")[0] ?? ""));
