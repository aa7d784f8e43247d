import { readTransactionIds } from "#engine/core/definitions/transaction-ids.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import type { SessionPhase } from "#renderer/session/session.ts";
import { readOwnedIds, miscAtom, openIdsAtom, store, type OpenIds, type OwnedIds } from "#renderer/session/slices.ts";
import { toSessionRoot, type RouteRoot } from "./roots.ts";
import {
  findScreen,
  isKnownPath,
  readQuery,
  toHomePath,
  toSignInAddress,
  toSignInPath,
  type MatchedRoute,
} from "./routes.ts";

/** An address of the page with its navigation state. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
  readonly state?: unknown;
}

/** The meaning of an address for a user: a screen, the ids it opens, and the `route` root. */
export interface ResolvedAddress {
  readonly found: MatchedRoute | undefined;
  readonly ids: OpenIds;
  readonly route: RouteRoot;
}

/** The navigation state: values of the definition, and the ids that were open. */
interface NavigationState {
  [name: string]: unknown;
  openIds?: OwnedIds;
}
const readNavigationState = ({ state }: Pick<Address, "state">): NavigationState =>
  (state as NavigationState | null | undefined) ?? {};

/** The organisation of an address: the one it names, else that of the history entry, else the open one. */
export const findOrgId = (address: Pick<Address, "search" | "state">): string | undefined =>
  new URLSearchParams(address.search).get("orgId") ??
  (readOwnedIds(readNavigationState(address).openIds) ?? store.get(openIdsAtom)).orgId;

/** The ids of the history entry, if they do not contradict the address. */
function findHistoryIds(openIds: OwnedIds | undefined, addressIds: OpenIds): OpenIds | undefined {
  const ids = readOwnedIds(openIds);
  return ids && Object.entries(addressIds).every(([name, id]) => ids[name as keyof OpenIds] === id) ? ids : undefined;
}

/** Resolves an address for a signed-in or signed-out user. */
export function resolveAddress(config: ConfigClient, address: Address, signedIn: boolean): ResolvedAddress {
  const { pathname, search } = address;
  const { openIds, ...stateValues } = readNavigationState(address);
  const organisation = config.get("organisation", config.orgId);
  const query = new URLSearchParams(search);
  const found = findScreen(config, pathname, signedIn, (params) => ({
    roots: {
      route: { ...params, ...Object.fromEntries(query) },
      session: toSessionRoot(),
      organisation: { ...organisation, flags: organisation.flags ?? {} },
      env: {},
    },
    rules: config.rules,
  }));
  if (!found) return { found, ids: {}, route: {} };
  const addressIds = readTransactionIds(found.entry.route, found.params, query);
  // A form link without an organisation means the default one, even if another was open.
  const defaultOrg =
    found.params["formId"] !== undefined && addressIds.orgId === undefined
      ? { orgId: config.manifest.organisation.default ? config.orgId : undefined }
      : {};
  const route = {
    ...found.params,
    ...defaultOrg,
    ...readQuery(found.entry, search),
    ...stateValues,
    path: pathname,
    ...(address.hash && { fragment: address.hash.slice(1) }),
  };
  return { found, ids: { ...(findHistoryIds(openIds, addressIds) ?? addressIds), ...defaultOrg }, route };
}

/** Stores the ids that an address opens, unless its organisation is unknown or not loaded yet. */
export function storeOpenIds(config: ConfigClient, { ids }: Pick<ResolvedAddress, "ids">): void {
  if (Object.keys(ids).length === 0) return;
  if (ids.orgId !== undefined && ids.orgId !== config.orgId) return;
  // The state of a start belongs to one form only.
  if (isOtherTransaction(store.get(openIdsAtom), ids))
    store.set(miscAtom, { currentVerification: "", startButtonClicked: false });
  store.set(openIdsAtom, ids);
}

/** Returns whether the ids name another form, or another transaction of the same form. */
const isOtherTransaction = (open: OpenIds, { formId, txnId }: OpenIds): boolean =>
  (formId !== undefined && formId !== open.formId) ||
  (txnId !== undefined && open.txnId !== undefined && txnId !== open.txnId);

/** Where to redirect a user who may not see an address: to sign-in, or back; undefined if the user may see it. */
export function findRedirect(
  config: ConfigClient,
  { pathname, search, state }: Address,
  phase: SessionPhase,
  { found }: Pick<ResolvedAddress, "found">,
): { to: string; state?: unknown } | undefined {
  const signInPath = toSignInPath(config);
  if (phase === "ended" && pathname !== signInPath) return { to: signInPath };
  if (found) return undefined;
  const known = isKnownPath(config, pathname);
  if (phase === "signedIn") return known ? toReturnPath(config, pathname + search) : { to: toHomePath(config) };
  if (known) baseUrl.save(pathname + search, { state });
  return { to: toSignInAddress(config, search) };
}

/** The address before sign-in with its state; that of the home screen without one, or for the current address. */
function toReturnPath(config: ConfigClient, currentPath: string): { to: string; state?: unknown } {
  const to = baseUrl.read();
  return to === currentPath || to === "/" ? { to: toHomePath(config) } : { to, state: baseUrl.readState() };
}

/** Saves the address to return to after the next sign-in, and the query of a form link. */
export function saveReturnPath({ found }: Pick<ResolvedAddress, "found">, { pathname, search, state }: Address): void {
  if (found === undefined || found.entry.access === "signedOut") return;
  const isForm = found.params["formId"] !== undefined;
  baseUrl.save(pathname + search, { isForm, state });
  if (isForm) store.set(miscAtom, { searchedQuery: Object.fromEntries(new URLSearchParams(search)) });
}
