import { once } from "#engine/core/base/once.ts";
import type { KindName } from "#engine/core/definitions/kinds.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import { toProfile } from "#engine/core/scope/profile.ts";
import { toRequest } from "#engine/core/payment/request-root.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { contract as transactionContract } from "#engine/core/scope/transaction.ts";
import { toTransaction } from "#engine/core/transaction/transaction-root.ts";
import type { FactSources } from "#engine/core/transaction/transaction-facts.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { toTxnInfo } from "./transaction-info.ts";
import type { LoadedTransaction } from "./load.ts";

type Roots = Scope["roots"];

/** Input for the facts of a transaction: states are current, the request is pinned. */
export function toFactSources(
  { row, items, definitions, now }: LoadedTransaction,
  organisation: OrganisationRelease,
): FactSources {
  return {
    states: getCatalogue(organisation, "states"),
    categories: getCatalogue(organisation, "categories"),
    now: now.toISOString(),
    minimumSet: definitions.request(row.formId).minimumSet,
    identity: items.filter((item) => item.identity).map((item) => item.name),
  };
}

/** Root input of a transaction: its pinned definitions, everything else current. */
export function toRootInput({ definitions, now }: LoadedTransaction, organisation: OrganisationRelease): RootInput {
  const pinned: Partial<Record<KindName, (id: string) => unknown>> = {
    request: definitions.request,
    verification: definitions.verification,
    form: definitions.form,
    options: definitions.options,
  };
  return {
    find: ((kind, id) => (pinned[kind] ?? ((other) => organisation.get(kind, other)))(id)) as RootInput["find"],
    translate: (english) => english,
    now: now.toISOString(),
  };
}

const transactionProperties = listProperties(transactionContract());

/**
 * The roots that rules on the server may read: domain roots and the time, no screen state. The functions are the page's
 * own. Each root is built on first use, once. Reading only `transaction.state` builds nothing: a save reads no more.
 * `more`: further roots, made from these.
 */
export function buildDomainRoots(
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  more: Readonly<Record<string, (roots: Roots) => unknown>> = {},
): Roots {
  const rootInput = toRootInput(loaded, organisation);
  return lazily({
    transaction: () =>
      withLazyRest(toKnown(loaded), transactionProperties, () =>
        toTransaction(toTxnInfo(loaded, organisation), rootInput),
      ),
    request: () => toRequest(loaded.definitions.request(loaded.row.formId), rootInput),
    organisation: () => toOrganisation(organisation.organisation),
    profile: () => toProfile(loaded.profile),
    env: () => ({ now: rootInput.now }),
    ...more,
  });
}

/** The properties that the guard reads before each save; the whole root would price a cart. */
const toKnown = (loaded: LoadedTransaction) => ({
  state: loaded.row.state,
  get openPayment() {
    return loaded.payments.open;
  },
});

/** The names of an object's properties by its schema. */
export function listProperties(schema: object): string[] {
  return Object.keys((schema as { properties: object }).properties);
}

/** The known properties. The other ones come from a whole object, which is built on first use, once. */
export function withLazyRest(known: object, names: readonly string[], make: () => object | undefined): Roots {
  const whole = once(make);
  const rest = names
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => {
      const get = () => (whole() as Record<string, unknown> | undefined)?.[name];
      return [name, { enumerable: true, configurable: true, get }] as const;
    });
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(known), ...Object.fromEntries(rest) },
  ) as Roots;
}

function lazily(makers: Readonly<Record<string, (roots: Roots) => unknown>>): Roots {
  const roots: Roots = {};
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(roots, name, { enumerable: true, configurable: true, get: once(() => make(roots)) });
  return roots;
}
