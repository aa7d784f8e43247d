import { withUnread } from "#engine/base/copy-unread.ts";
import { once } from "#engine/base/once.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { toOrganisation } from "#engine/scope/organisation.ts";
import { toProfile } from "#engine/scope/profile.ts";
import { toRequest } from "#engine/scope/request.ts";
import type { Makings } from "#engine/scope/root.ts";
import { toTransaction } from "#engine/scope/transaction.ts";
import type { FactSources } from "#engine/transaction/transaction-facts.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { toTxnInfo } from "./info.ts";
import type { LoadedTransaction } from "./rows.ts";

type Roots = Scope["roots"];

/** What the facts of a transaction are counted with: states are always the newest, the request is the one it began with. */
export function toFactSources(
  { row, items, documents, now }: LoadedTransaction,
  organisation: OrganisationRelease,
): FactSources {
  return {
    states: getCatalogue(organisation, "states"),
    categories: getCatalogue(organisation, "categories"),
    now: now.toISOString(),
    minimumSet: documents.request(row.formId).minimumSet,
    identity: items.filter((item) => item.identity).map((item) => item.name),
  };
}

/** What the makers of roots take: a transaction's own request, verifications and forms, everything else as it is now. */
export function toMakings({ documents, now }: LoadedTransaction, organisation: OrganisationRelease): Makings {
  const kept: Partial<Record<KindName, (id: string) => unknown>> = {
    request: documents.request,
    verification: documents.verification,
    form: documents.form,
    options: documents.options,
  };
  return {
    find: ((kind, id) => (kept[kind] ?? ((other) => organisation.get(kind, other)))(id)) as Makings["find"],
    translate: (english) => english,
    now: now.toISOString(),
  };
}

/**
 * The roots that a rule on the server may read: domain roots and the time, nothing of a screen, made by the makers that
 * a page uses. Each is made when a rule reads it, and once.
 */
export function toDomainRoots(loaded: LoadedTransaction, organisation: OrganisationRelease): Roots {
  const makings = toMakings(loaded, organisation);
  return lazily({
    transaction: () => toTransaction(toTxnInfo(loaded, organisation), makings),
    request: () => toRequest(loaded.documents.request(loaded.row.formId), makings),
    organisation: () => toOrganisation(organisation.organisation),
    profile: () => toProfile(loaded.profile),
    env: () => ({ now: makings.now }),
  });
}

/** More roots beside those that are there; none of them is made by it. */
export function withRoots(roots: Roots, more: Readonly<Record<string, () => unknown>>): Roots {
  return withUnread(roots, lazily(more));
}

function lazily(makers: Readonly<Record<string, () => unknown>>): Roots {
  const entries = Object.entries(makers).map(
    ([name, make]) => [name, { enumerable: true, configurable: true, get: once(make) }] as const,
  );
  return Object.defineProperties({}, Object.fromEntries(entries));
}
