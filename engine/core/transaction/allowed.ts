import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { guardedOperations } from "#engine/core/definitions/guarded-operations.ts";
import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import {
  evaluate,
  isRuleTrue,
  recordRuleCalls,
  type Expr,
  type RecordedRuleCalls,
  type Scope,
} from "#engine/core/rules/evaluate.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import { readInputs, type RuleInput } from "#engine/core/rules/read-paths.ts";
import type { Allowed, Permission } from "#engine/core/scope/shapes/transaction-info.ts";

type States = DefinitionOf<"states">;
/** A condition, with the text shown when it forbids something. */
export type NamedRule = DefinitionOf<"rules">["rules"][string];

/** The guard: transitions of catalogues/states, and the rules that their `unless` names. */
export interface Guard {
  readonly transitions: States["transitions"];
  /** Text for a state without a matching transition. */
  readonly otherwise: Text;
  readonly named: Readonly<Record<string, NamedRule>>;
  /** The expressions of the same rules, for the scope. */
  readonly rules: Readonly<Record<string, Expr>>;
}

/** Asks whether an actor may act in a state; `to` is the target state, where it is known. */
export interface TransitionQuestion {
  readonly of: "transaction" | "item";
  readonly by: TransitionActor;
  readonly state: State;
  readonly to?: State;
}

/** A refusal: its code on the wire, its text, and the verifications in the way. */
export interface Refusal {
  readonly reason: string;
  readonly why: Text;
  readonly remaining?: readonly string[];
}

/** Reason code for a state without a matching transition. */
export const noTransition = "state";

/** Builds the guard from an organisation's definitions. Of two rules with one name the later one wins. */
export function toGuard(
  { transitions, otherwise }: Pick<States, "transitions" | "otherwise">,
  definitions: Iterable<Pick<DefinitionOf<"rules">, "rules">>,
): Guard {
  const named = Object.fromEntries([...definitions].flatMap(({ rules }) => Object.entries(rules)));
  const rules = Object.fromEntries(Object.entries(named).map(([name, { expr }]) => [name, expr]));
  return { transitions, otherwise, named, rules };
}

type Row = States["transitions"][number];

/** Rules of the matching transitions, in order; undefined without a matching transition. */
type Rules = readonly string[] | undefined;

/** Cache of rules by question: every read of a transaction asks all of them. */
const rulesCache = new WeakMap<readonly Row[], Map<string, Rules>>();

/**
 * Returns the rules of transitions for this state and actor. With `to`: those to that state, or that keep the state.
 */
function findRules({ transitions }: Pick<Guard, "transitions">, question: TransitionQuestion): Rules {
  const { of, by, state, to } = question;
  const cache = getCache(rulesCache, transitions);
  const key = `${of} ${by} ${state} ${to ?? ""}`;
  if (!cache.has(key)) {
    const rows = transitions.filter((row) => isFor(row, question));
    cache.set(key, rows.length === 0 ? undefined : rows.flatMap(({ unless = [] }) => unless));
  }
  return cache.get(key);
}

/** Returns the cache of an object, which lives as long as the object. */
function getCache<K extends object, V>(all: WeakMap<K, Map<string, V>>, key: K): Map<string, V> {
  const cache = all.get(key) ?? new Map<string, V>();
  if (!all.has(key)) all.set(key, cache);
  return cache;
}

const isFor = (row: Row, { of, by, state, to }: TransitionQuestion): boolean =>
  row.of === of &&
  (row.from === "any" || row.from.includes(state)) &&
  [row.by].flat().includes(by) &&
  (to === undefined || row.to === undefined || row.to === to);

/** Returns the states from which an actor may move to another, before rules. Scheduled jobs search for them. */
export function listStates(
  { transitions }: Pick<Guard, "transitions">,
  { of, by, to }: Omit<TransitionQuestion, "state">,
): State[] {
  const rows = transitions.filter((row) => row.of === of && row.to === to && [row.by].flat().includes(by));
  return rows.flatMap(({ from }) => (from === "any" ? [] : from));
}

/**
 * Returns why an action is refused; undefined when a transition matches and none of its rules holds. Throws RuleError
 * for an unknown rule; the check rejects it first.
 */
export function findRefusal(
  guard: Guard,
  question: TransitionQuestion,
  roots: Scope["roots"],
  holds: Holds = isRuleTrue,
): Refusal | undefined {
  const rules = findRules(guard, question);
  const scope = { roots, rules: guard.rules };
  if (!rules) return { reason: noTransition, why: guard.otherwise };
  const rule = rules.find((name) => holds(name, scope));
  const named = rule === undefined ? undefined : findOwn(guard.named, rule);
  if (rule === undefined || !named) return undefined;
  const remaining = named.remaining === undefined ? [] : evaluate(named.remaining, scope);
  return {
    reason: named.reason ?? rule,
    why: named.why,
    ...(Array.isArray(remaining) && remaining.length > 0 && { remaining: remaining.map(String) }),
  };
}

/** Returns whether a named rule holds in a scope. */
type Holds = (name: string, scope: Scope) => boolean;

/** Evaluates each rule once per scope, because many operations share rules. */
function evaluateOnce(): Holds {
  const results = new Map<string, boolean>();
  return (name, scope) => {
    const holds = results.get(name) ?? isRuleTrue(name, scope);
    results.set(name, holds);
    return holds;
  };
}

/** Returns the answer to a question as wire and definitions have it, with its text. */
export function toPermission(
  guard: Guard,
  question: TransitionQuestion,
  roots: Scope["roots"],
  translate: Translate = (english) => english,
  holds?: Holds,
): Permission {
  const refusal = findRefusal(guard, question, roots, holds);
  if (!refusal) return { yes: true };
  const { reason, why, remaining } = refusal;
  return {
    yes: false,
    reason,
    why: resolveText(why, { roots, rules: guard.rules }, translate),
    ...(remaining && { remaining: [...remaining] }),
  };
}

/** Returns the permission of every operation on a transaction or on one of its verifications. */
export function toAllowed(
  guard: Guard,
  { of, state }: Pick<TransitionQuestion, "of" | "state">,
  roots: Scope["roots"],
  translate?: Translate,
): Allowed {
  const allowed: Allowed = {};
  const holds = evaluateOnce();
  for (const { by, area, verb } of guarded[of])
    (allowed[area] ??= {})[verb] = toPermission(guard, { of, by, state }, roots, translate, holds);
  return allowed;
}

/** Cached answers by all their inputs, with their rule calls for the observer. */
const allowedCache = new WeakMap<Guard, Map<string, RecordedRuleCalls<Allowed>>>();
/** Maximum answers per guard, and maximum characters of a key; rules that read whole lists are not cached. */
const maxCached = 500;
const maxKeyLength = 1_000;

/**
 * Like `toAllowed`, in English, with a cache. Rules and texts depend only on what they read, and most transactions look
 * alike. Callers share the frozen answer. Between two calls only the root `item` may change.
 */
export function toCachedAllowed(
  guard: Guard,
  of: TransitionQuestion["of"],
  roots: Scope["roots"],
): (state: State) => Allowed {
  const { others, items } = listInputs(guard, of);
  const scope = { roots, rules: guard.rules };
  const read = (exprs: readonly Expr[]) => JSON.stringify(exprs.map((expr) => evaluate(expr, scope)));
  const prefix = `${of} ${read(others)}`;
  const cache = getCache(allowedCache, guard);
  return (state) => {
    const key = `${prefix} ${state} ${read(items)}`;
    const cached = cache.get(key);
    if (cached) {
      cached.replay();
      return cached.value;
    }
    const recorded = recordRuleCalls(() => freeze(toAllowed(guard, { of, state }, roots)));
    if (cache.size >= maxCached) cache.clear();
    if (key.length <= maxKeyLength) cache.set(key, recorded);
    return recorded.value;
  };
}

/** Inputs of the rules and texts of one kind of transition: those of the judged verification, and all others. */
interface GuardInputs {
  readonly items: readonly Expr[];
  readonly others: readonly Expr[];
}
const inputsCache = new WeakMap<Guard, Map<string, GuardInputs>>();

function listInputs(guard: Guard, of: TransitionQuestion["of"]): GuardInputs {
  const cache = getCache(inputsCache, guard);
  const list = cache.get(of) ?? findInputs(guard, of);
  cache.set(of, list);
  return list;
}

function findInputs({ transitions, named, otherwise, rules }: Guard, of: TransitionQuestion["of"]): GuardInputs {
  const names = transitions.filter((row) => row.of === of).flatMap(({ unless = [] }) => unless);
  const all = readInputs([otherwise, ...names.map((name) => findOwn(named, name))], rules);
  const isItems = ({ path }: RuleInput) => path.split(".")[0] === "item";
  const toExprs = (list: readonly RuleInput[]) => list.map(({ expr }) => expr);
  return { items: toExprs(all.filter(isItems)), others: toExprs(all.filter((input) => !isItems(input))) };
}

function freeze(allowed: Allowed): Allowed {
  for (const verbs of Object.values(allowed)) for (const one of Object.values(Object.freeze(verbs))) Object.freeze(one);
  return Object.freeze(allowed);
}

const guarded = { transaction: toVerbs("transaction"), item: toVerbs("item") };

function toVerbs(of: TransitionQuestion["of"]) {
  return guardedOperations[of].map((by) => {
    const [area = "", verb = ""] = by.split(".");
    return { by, area, verb };
  });
}
