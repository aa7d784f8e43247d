import { listGuarded } from "#engine/api/operations.ts";
import type { State } from "#engine/api/states.ts";
import type { Allowed, Permission } from "#engine/api/transaction-info.ts";
import type { Doer } from "#engine/documents/states-catalogue.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import { evaluate, isRuleTrue, overhear, type Expr, type Overheard, type Scope } from "#engine/rules/evaluate.ts";
import { readGrounds, type Ground } from "#engine/rules/read-paths.ts";
import { findOwn } from "#engine/rules/own-value.ts";

type States = DocumentOf<"states">;
/** A condition with the words that are said when it forbids something. */
export type NamedRule = DocumentOf<"rules">["rules"][string];

/** What is allowed, as the documents say it: the rows of catalogues/states and the rules that their `unless` names. */
export interface Guard {
  readonly transitions: States["transitions"];
  /** Said where no row is for the state. */
  readonly otherwise: Text;
  readonly named: Readonly<Record<string, NamedRule>>;
  /** The same rules as an evaluation needs them. */
  readonly rules: Readonly<Record<string, Expr>>;
}

/** May this be done, by this, in this state? `to` where it is known which state it leads to. */
export interface Question {
  readonly of: "transaction" | "item";
  readonly by: Doer;
  readonly state: State;
  readonly to?: State;
}

/** Why not: the short word of the wire, the words to say it with, and the verifications that are in the way. */
export interface Refusal {
  readonly reason: string;
  readonly why: Text;
  readonly remaining?: readonly string[];
}

/** The reason where no row is for the state. */
export const noRow = "state";

/** The guard of an organisation's documents. Where two documents have a rule of one name, the later one counts. */
export function toGuard(
  { transitions, otherwise }: Pick<States, "transitions" | "otherwise">,
  documents: Iterable<Pick<DocumentOf<"rules">, "rules">>,
): Guard {
  const named = Object.fromEntries([...documents].flatMap(({ rules }) => Object.entries(rules)));
  const rules = Object.fromEntries(Object.entries(named).map(([name, { expr }]) => [name, expr]));
  return { transitions, otherwise, named, rules };
}

type Row = States["transitions"][number];

/** The rules that the rows for a question name, in their order; undefined where no row is for it. */
type Rules = readonly string[] | undefined;

/** The rules of a table by what is asked, each found once: every reading of a transaction asks for all of them. */
const found = new WeakMap<readonly Row[], Map<string, Rules>>();

/** Of the rows that are for this state and this doer; with `to`, those that lead there or leave the state as it is. */
function findRules({ transitions }: Pick<Guard, "transitions">, question: Question): Rules {
  const { of, by, state, to } = question;
  const known = toKnown(found, transitions);
  const key = `${of} ${by} ${state} ${to ?? ""}`;
  if (!known.has(key)) {
    const rows = transitions.filter((row) => isFor(row, question));
    known.set(key, rows.length === 0 ? undefined : rows.flatMap(({ unless = [] }) => unless));
  }
  return known.get(key);
}

/** What is known of something, for as long as that is there. */
function toKnown<K extends object, V>(all: WeakMap<K, Map<string, V>>, key: K): Map<string, V> {
  const known = all.get(key) ?? new Map<string, V>();
  if (!all.has(key)) all.set(key, known);
  return known;
}

const isFor = (row: Row, { of, by, state, to }: Question): boolean =>
  row.of === of &&
  (row.from === "any" || row.from.includes(state)) &&
  [row.by].flat().includes(by) &&
  (to === undefined || row.to === undefined || row.to === to);

/** The states from which a doer may move to another, whatever forbids it: what a sweep looks for. */
export function listStates(
  { transitions }: Pick<Guard, "transitions">,
  { of, by, to }: Omit<Question, "state">,
): State[] {
  const rows = transitions.filter((row) => row.of === of && row.to === to && [row.by].flat().includes(by));
  return rows.flatMap(({ from }) => (from === "any" ? [] : from));
}

/**
 * Why something may not be done; undefined when it may: some row is for it, and no rule of any of them holds.
 * A rule that nobody has written throws RuleError: the check lets none through.
 */
export function findRefusal(
  guard: Guard,
  question: Question,
  roots: Scope["roots"],
  holds: Holds = isRuleTrue,
): Refusal | undefined {
  const rules = findRules(guard, question);
  const scope = { roots, rules: guard.rules };
  if (!rules) return { reason: noRow, why: guard.otherwise };
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

/** Whether a named rule holds in a scope. */
type Holds = (name: string, scope: Scope) => boolean;

/** Asks each rule once: of one scope, many operations ask the same ones. */
function askOnce(): Holds {
  const known = new Map<string, boolean>();
  return (name, scope) => {
    const holds = known.get(name) ?? isRuleTrue(name, scope);
    known.set(name, holds);
    return holds;
  };
}

/** The answer to a question as documents and the wire have it, in words. */
export function toPermission(
  guard: Guard,
  question: Question,
  roots: Scope["roots"],
  translate: Translate = (words) => words,
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

/** What may be done to a transaction, or to one of its verifications, operation by operation. */
export function toAllowed(
  guard: Guard,
  { of, state }: Pick<Question, "of" | "state">,
  roots: Scope["roots"],
  translate?: Translate,
): Allowed {
  const allowed: Allowed = {};
  const holds = askOnce();
  for (const { by, area, verb } of guarded[of])
    (allowed[area] ??= {})[verb] = toPermission(guard, { of, by, state }, roots, translate, holds);
  return allowed;
}

/** What was answered before, by all that the answer was made of; and what it tells whoever watches rules. */
const remembered = new WeakMap<Guard, Map<string, Overheard<Allowed>>>();
/** For each guard, and for each answer in characters: who writes rules that read whole lists waits for them. */
const mostRemembered = 500;
const longestRemembered = 1_000;

/**
 * What may be done to a transaction or to its verifications, in English, remembered: rules and their words are made of
 * what they read and of nothing else, and most of both stand alike. Everybody gets the same answer, which nobody can
 * change. Of the roots `item` alone may become another between two questions.
 */
export function toRecall(guard: Guard, of: Question["of"], roots: Scope["roots"]): (state: State) => Allowed {
  const { others, items } = listGrounds(guard, of);
  const scope = { roots, rules: guard.rules };
  const read = (exprs: readonly Expr[]) => JSON.stringify(exprs.map((expr) => evaluate(expr, scope)));
  const around = `${of} ${read(others)}`;
  const known = toKnown(remembered, guard);
  return (state) => {
    const key = `${around} ${state} ${read(items)}`;
    const before = known.get(key);
    if (before) {
      before.repeat();
      return before.value;
    }
    const made = overhear(() => freeze(toAllowed(guard, { of, state }, roots)));
    if (known.size >= mostRemembered) known.clear();
    if (key.length <= longestRemembered) known.set(key, made);
    return made.value;
  };
}

/** What the rules of one kind of row ask, and the words that say why: of the verification that is judged, and of the rest. */
interface Grounds {
  readonly items: readonly Expr[];
  readonly others: readonly Expr[];
}
const grounds = new WeakMap<Guard, Map<string, Grounds>>();

function listGrounds(guard: Guard, of: Question["of"]): Grounds {
  const known = toKnown(grounds, guard);
  const list = known.get(of) ?? findGrounds(guard, of);
  known.set(of, list);
  return list;
}

function findGrounds({ transitions, named, otherwise, rules }: Guard, of: Question["of"]): Grounds {
  const names = transitions.filter((row) => row.of === of).flatMap(({ unless = [] }) => unless);
  const all = readGrounds([otherwise, ...names.map((name) => findOwn(named, name))], rules);
  const isItems = ({ path }: Ground) => path.split(".")[0] === "item";
  const toExprs = (list: readonly Ground[]) => list.map(({ expr }) => expr);
  return { items: toExprs(all.filter(isItems)), others: toExprs(all.filter((ground) => !isItems(ground))) };
}

function freeze(allowed: Allowed): Allowed {
  for (const verbs of Object.values(allowed)) for (const one of Object.values(Object.freeze(verbs))) Object.freeze(one);
  return Object.freeze(allowed);
}

const guarded = { transaction: toVerbs("transaction"), item: toVerbs("item") };

function toVerbs(of: Question["of"]) {
  return listGuarded(of).map((by) => {
    const [area = "", verb = ""] = by.split(".");
    return { by, area, verb };
  });
}
