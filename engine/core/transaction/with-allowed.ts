import { extendWithGetters } from "#engine/core/base/copy-with-getters.ts";
import { resolveText, type Translate } from "#engine/core/definitions/text.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { Allowed, Entry, Permission, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { toAllowed, toCachedAllowed, type Guard, type TransitionQuestion } from "./allowed.ts";
import { toItemState } from "./state-machine.ts";
import { toTransactionFacts, type FactSources, type Item } from "./transaction-facts.ts";

/** Input for the permissions of a whole transaction: sources of its facts, the guard, and the other roots of rules. */
export interface PermissionContext {
  readonly guard: Guard;
  readonly sources: FactSources;
  readonly roots: Scope["roots"];
  /** Without it texts are in English, as on the wire. */
  readonly translate?: Translate;
}

/** Adds the permissions of a transaction and of each of its verifications. */
export function withAllowed(info: TxnInfo, context: PermissionContext): TxnInfo {
  const { guard, translate } = context;
  const { roots, items } = toScopeParts(info, context);
  // One scope with a changing `item`: copying the roots for each item costs more than evaluating its rules.
  let current: Item | undefined;
  const scopeRoots = extendWithGetters(roots, {
    get item() {
      return current;
    },
  });
  const permissionsOf = (of: TransitionQuestion["of"]) =>
    translate
      ? (state: TransitionQuestion["state"]) => toAllowed(guard, { of, state }, scopeRoots, translate)
      : toCachedAllowed(guard, of, scopeRoots);
  const ofItem = permissionsOf("item");
  return mapAllowed(info, {
    transaction: () => permissionsOf("transaction")(info.state),
    item: (entry) => {
      current = items[entry.name];
      return ofItem(toItemState(entry));
    },
  });
}

/** Translates the English refusals of the wire. */
export function translateAllowed(
  info: TxnInfo,
  context: PermissionContext & { readonly translate: Translate },
): TxnInfo {
  const { roots, items } = toScopeParts(info, context);
  return mapAllowed(info, {
    transaction: () => translateEach(info.allowed, roots, context),
    item: (entry) => translateEach(entry.allowed, extendWithGetters(roots, { item: items[entry.name] }), context),
  });
}

function toScopeParts(info: TxnInfo, { roots, sources }: PermissionContext) {
  const facts = toTransactionFacts(info, sources);
  return { roots: extendWithGetters(roots, { transaction: facts }), items: facts.verificationList };
}

function mapAllowed(
  info: TxnInfo,
  to: { transaction(): Allowed | undefined; item(entry: Entry): Allowed | undefined },
): TxnInfo {
  const entries = Object.entries(info.verificationList);
  return {
    ...info,
    allowed: to.transaction(),
    verificationList: Object.fromEntries(entries.map(([name, entry]) => [name, { ...entry, allowed: to.item(entry) }])),
  };
}

function translateEach(
  allowed: Allowed | undefined,
  roots: Scope["roots"],
  context: PermissionContext & { readonly translate: Translate },
): Allowed | undefined {
  const map = <V, W>(record: Record<string, V>, to: (value: V) => W): Record<string, W> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
  return (
    allowed && map(allowed, (verbs) => map(verbs, (permission) => translatePermission(permission, roots, context)))
  );
}

/** Finds the rule of an English refusal and translates its text, so that placeholders stay. */
function translatePermission(
  permission: Permission,
  roots: Scope["roots"],
  { guard, translate }: PermissionContext & { readonly translate: Translate },
): Permission {
  const { reason, why } = permission;
  if (why === undefined) return permission;
  const scope = { roots, rules: guard.rules };
  const rule = Object.entries(guard.named).find(
    ([name, named]) => (named.reason ?? name) === reason && resolveText(named.why, scope, (english) => english) === why,
  );
  return { ...permission, why: rule ? resolveText(rule[1].why, scope, translate) : translate(why) };
}
