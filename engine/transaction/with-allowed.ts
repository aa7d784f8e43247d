import type { Allowed, Entry, Permission, TxnInfo } from "#engine/api/transaction-info.ts";
import { withUnread } from "#engine/base/copy-unread.ts";
import { resolveText, type Translate } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { toAllowed, toRecall, type Guard, type Question } from "./allowed.ts";
import { toItemState } from "./state-machine.ts";
import { toTransactionFacts, type FactSources, type Item } from "./transaction-facts.ts";

/** What judging a whole transaction takes: its facts' sources, the guard, and the other roots that rules read. */
export interface Judging {
  readonly guard: Guard;
  readonly sources: FactSources;
  readonly roots: Scope["roots"];
  /** Words come in English without it, as everything on the wire does. */
  readonly translate?: Translate;
}

/** A transaction that says what may be done to it and to each of its verifications. */
export function withAllowed(info: TxnInfo, judging: Judging): TxnInfo {
  const { guard, translate } = judging;
  const { roots, items } = toWorld(info, judging);
  // One scope, whose `item` is the one that is judged: to copy the roots for each costs more than their rules.
  let judged: Item | undefined;
  const own = withUnread(roots, {
    get item() {
      return judged;
    },
  });
  const asking = (of: Question["of"]) =>
    translate
      ? (state: Question["state"]) => toAllowed(guard, { of, state }, own, translate)
      : toRecall(guard, of, own);
  const ofItem = asking("item");
  return mapAllowed(info, {
    transaction: () => asking("transaction")(info.state),
    item: (entry) => {
      judged = items[entry.name];
      return ofItem(toItemState(entry));
    },
  });
}

/** The same transaction with the refusals that the wire says in English in the words of `translate`. */
export function sayAllowed(info: TxnInfo, judging: Judging & { readonly translate: Translate }): TxnInfo {
  const { roots, items } = toWorld(info, judging);
  return mapAllowed(info, {
    transaction: () => sayAll(info.allowed, roots, judging),
    item: (entry) => sayAll(entry.allowed, withUnread(roots, { item: items[entry.name] }), judging),
  });
}

function toWorld(info: TxnInfo, { roots, sources }: Judging) {
  const facts = toTransactionFacts(info, sources);
  return { roots: withUnread(roots, { transaction: facts }), items: facts.verificationList };
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

function sayAll(
  allowed: Allowed | undefined,
  roots: Scope["roots"],
  judging: Judging & { readonly translate: Translate },
): Allowed | undefined {
  const map = <V, W>(record: Record<string, V>, to: (value: V) => W): Record<string, W> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
  return allowed && map(allowed, (verbs) => map(verbs, (permission) => say(permission, roots, judging)));
}

/** The English leads back to the rule that said it: its own text is translated, so that its gaps stay gaps. */
function say(
  permission: Permission,
  roots: Scope["roots"],
  { guard, translate }: Judging & { readonly translate: Translate },
): Permission {
  const { reason, why } = permission;
  if (why === undefined) return permission;
  const scope = { roots, rules: guard.rules };
  const said = Object.entries(guard.named).find(
    ([name, rule]) => (rule.reason ?? name) === reason && resolveText(rule.why, scope, (english) => english) === why,
  );
  return { ...permission, why: said ? resolveText(said[1].why, scope, translate) : translate(why) };
}
