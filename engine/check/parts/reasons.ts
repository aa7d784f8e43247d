import type { DocumentOf } from "#engine/documents/document-of.ts";
import { noRow } from "#engine/transaction/allowed.ts";
import { findOnly } from "./only.ts";
import type { DocumentSet } from "./set.ts";

type Rules = DocumentOf<"rules">["rules"];

/** What forbids each operation, by "transaction payments.init": the short words of the rules that its transitions name. */
export const listReasons = (set: DocumentSet): ReadonlyMap<string, ReadonlySet<string>> => set.once(reasons);

/** Names of the rules that forbid something. */
export const listRefusing = (set: DocumentSet): ReadonlySet<string> =>
  new Set(findOnly(set, "states")?.document.transitions.flatMap(({ unless = [] }) => unless));

function reasons(set: DocumentSet): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { of, by, unless = [] } of findOnly(set, "states")?.document.transitions ?? []) {
    for (const doer of [by].flat()) {
      const known = found.get(`${of} ${doer}`) ?? new Set([noRow]);
      found.set(`${of} ${doer}`, known);
      for (const name of unless) known.add(reasonOf(set, name));
    }
  }
  return found;
}

function reasonOf(set: DocumentSet, name: string): string {
  const rule = set.findRule(name);
  const rules = rule && (rule.source.document["rules"] as Rules);
  return rules?.[name]?.reason ?? name;
}
