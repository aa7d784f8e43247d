import { toOpenIds } from "#engine/documents/opening.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import type { Phase } from "#renderer/session/session.ts";
import { findOwned, miscAtom, openIdsAtom, store, type OpenIds, type OwnedIds } from "#renderer/session/slices.ts";
import { toSessionRoot, type RouteRoot } from "./roots.ts";
import { findScreen, isKnownPath, readQuery, toSignInPath, type Matched } from "./routes.ts";

/** An address of the page, with what the navigation to it brought. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly state?: unknown;
}

/** What an address means to somebody: a screen, the transaction that it opens, and what documents read of it. */
export interface Place {
  readonly found: Matched | undefined;
  readonly ids: OpenIds;
  readonly route: RouteRoot;
}

/** What a navigation within the page brings: what its document says, and which transaction was open then. */
interface Brought {
  [name: string]: unknown;
  openIds?: OwnedIds;
}
const toBrought = ({ state }: Pick<Address, "state">): Brought => (state as Brought | null | undefined) ?? {};

/** The organisation that an address asks for: which it names, else that of what was open when somebody came there, or is open. */
export const findOrgId = (address: Pick<Address, "search" | "state">): string | undefined =>
  new URLSearchParams(address.search).get("orgId") ??
  (findOwned(toBrought(address).openIds) ?? store.get(openIdsAtom)).orgId;

/** What was open when somebody came to an address, where that says nothing else. */
function findOpenThen(openIds: OwnedIds | undefined, said: OpenIds): OpenIds | undefined {
  const then = findOwned(openIds);
  return then && Object.entries(said).every(([name, id]) => then[name as keyof OpenIds] === id) ? then : undefined;
}

/** The place of an address, for who is signed in or is not. */
export function findPlace(config: ConfigClient, address: Address, signedIn: boolean): Place {
  const { pathname, search } = address;
  const { openIds, ...brought } = toBrought(address);
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
  const said = toOpenIds(found.entry.route, found.params, query);
  // A form's link without an organisation means the default one, whichever was open before.
  const own =
    found.params["formId"] !== undefined && said.orgId === undefined
      ? { orgId: config.manifest.organisation.default ? config.orgId : undefined }
      : {};
  const route = {
    ...found.params,
    ...own,
    ...readQuery(found.entry, search),
    ...brought,
    path: pathname,
  };
  return { found, ids: { ...(findOpenThen(openIds, said) ?? said), ...own }, route };
}

/** Keeps what an address opens. An organisation that there is not, or whose configuration is not here yet, is not kept. */
export function keepIds(config: ConfigClient, { ids }: Pick<Place, "ids">): void {
  if (Object.keys(ids).length === 0) return;
  if (ids.orgId !== undefined && ids.orgId !== config.orgId) return;
  // What waited for one form to begin waits for no other.
  if (isAnother(store.get(openIdsAtom), ids))
    store.set(miscAtom, { currentVerification: "", startButtonClicked: false });
  store.set(openIdsAtom, ids);
}

/** Another form is open, or another transaction of the same; a transaction that is begun is the form's that was open. */
const isAnother = (open: OpenIds, { formId, txnId }: OpenIds): boolean =>
  (formId !== undefined && formId !== open.formId) ||
  (txnId !== undefined && open.txnId !== undefined && txnId !== open.txnId);

/** Where somebody is led who has no place here: to sign in, or back where they were; undefined when they have one. */
export function findElsewhere(
  config: ConfigClient,
  { pathname, search, state }: Address,
  phase: Phase,
  { found }: Pick<Place, "found">,
): { to: string; state?: unknown } | undefined {
  const signInPath = toSignInPath(config);
  if (phase === "ended" && pathname !== signInPath) return { to: signInPath };
  if (found) return undefined;
  const known = isKnownPath(config, pathname);
  if (phase === "signedIn") return known ? toLastPlace(pathname + search) : { to: "/" };
  if (known) baseUrl.keep(pathname + search, { state });
  return { to: signInPath };
}

/** Where somebody was before they signed in, as they came there; home where that is here, and here is no place for them. */
function toLastPlace(here: string): { to: string; state?: unknown } {
  const to = baseUrl.take();
  return to === here ? { to: "/" } : { to, state: baseUrl.takeState() };
}

/** Keeps where somebody is, for after the next sign-in; of a form's link its query too. */
export function keepPlace({ found }: Pick<Place, "found">, { pathname, search, state }: Address): void {
  if (found === undefined || found.entry.access === "signedOut") return;
  const isForm = found.params["formId"] !== undefined;
  baseUrl.keep(pathname + search, { isForm, state });
  if (isForm) store.set(miscAtom, { searchedQuery: Object.fromEntries(new URLSearchParams(search)) });
}
