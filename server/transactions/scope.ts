import type { Profile } from "#engine/api/profile.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { toTransactionFacts, type TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import type { Categories } from "#engine/transaction/groups.ts";
import type { States } from "#engine/transaction/state-machine.ts";
import type { OrganisationRelease } from "../config/compile-release.ts";
import { toForm, toTxnInfo } from "./info.ts";
import { english } from "./labels.ts";
import type { LoadedTransaction } from "./rows.ts";

/** The catalogue of states that runs now: transitions are always the newest (design "The release"). */
export function toStates(organisation: OrganisationRelease): States {
  return organisation.get("states", "states") as unknown as States;
}

/** The facts that rules and refusals read: the same function as in the browser. */
export function toFacts(loaded: LoadedTransaction, organisation: OrganisationRelease): TransactionFacts {
  const request = loaded.documents.request(loaded.row.formId);
  return toTransactionFacts(toTxnInfo(loaded, organisation), {
    states: toStates(organisation),
    categories: organisation.get("categories", "categories") as unknown as Categories,
    now: loaded.now.toISOString(),
    minimumSet: request.minimumSet,
    identity: loaded.items.filter((item) => item.identity).map((item) => item.name),
  });
}

/** The roots that a rule on the server may read: domain roots and the time, nothing of a screen. */
export function toDomainScope(
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  profile: Profile,
  rules: Scope["rules"],
  others: Record<string, unknown> = {},
): Scope {
  const request = loaded.documents.request(loaded.row.formId);
  const facts = toFacts(loaded, organisation);
  return {
    roots: {
      transaction: facts,
      request: { formId: request.id, name: english(request.name), expired: facts.expired, refused: false, form: toForm(request, loaded.now) },
      organisation: { ...organisation.organisation, orgId: organisation.orgId },
      profile,
      env: { now: loaded.now.toISOString() },
      ...others,
    },
    rules,
  };
}
