import { atom } from "jotai";
import { authAtom } from "./auth.ts";
import { localJson, sessionJson } from "./storage.ts";
import { store } from "./store.ts";
import { findSubject } from "./token.ts";

export { authAtom, signedInAtom, type AuthSlice } from "./auth.ts";
export { store } from "./store.ts";

/** The misc slice. `searchedQuery` holds the query of the form link, never a credential. */
export interface MiscSlice {
  openDemo: boolean;
  currentVerification: string;
  searchedQuery: Record<string, string>;
  startButtonClicked: boolean;
  /** The body that evaluates, as it was chosen last. */
  evaluationPartner: string;
  locale?: string;
}
export interface FormDataSlice {
  showInitScreen: boolean;
}
/** What is known of the verifications that were looked at: how each is filled, and the one that was asked for last. */
export interface VerificationSlice {
  configs: unknown[];
  info: Record<string, unknown>;
}
/** Ids of the open transaction, stored one by one: who embeds the wallet reads them there. */
export interface OpenIds {
  orgId?: string;
  formId?: string;
  txnId?: string;
}

/** What puts each slice of the tab back to how storage has it, or to its beginning. */
const rereads: ((isNew: boolean) => void)[] = [];

/** An atom that is read from the tab's storage once and written through. `toCarried`: what outlives a session, in memory. */
function stored<T extends object>(key: string, initial: T, toCarried: (former: T) => Partial<T> = () => ({})) {
  const base = atom<T>({ ...initial, ...sessionJson.readObject<T>(key) });
  rereads.push((isNew) =>
    store.set(base, { ...initial, ...(!isNew && toCarried(store.get(base))), ...sessionJson.readObject<T>(key) }),
  );
  return atom(
    (get) => get(base),
    (get, set, change: Partial<T>) => {
      const next = { ...get(base), ...change };
      set(base, next);
      sessionJson.write(key, next);
    },
  );
}

export const miscAtom = stored<MiscSlice>(
  "misc",
  { openDemo: false, currentVerification: "", searchedQuery: {}, startButtonClicked: false, evaluationPartner: "" },
  // The page goes on in its language.
  ({ locale }) => (locale ? { locale } : {}),
);
export const formDataAtom = stored<FormDataSlice>("formData", { showInitScreen: true });
export const verificationAtom = stored<VerificationSlice>("verification", { configs: [], info: {} });
export const profileAtom = stored<Record<string, unknown>>("profile", {});

/** State that screens declare under `view`, by screen and open transaction (runtime/roots.ts); kept for the tab so that it outlives a reload. */
export const viewAtom = stored<Record<string, Record<string, unknown>>>("view", {});

const idNames = ["orgId", "formId", "txnId"] as const;
/** Ids as a tab's history keeps them, beside whose session it was: empty for a visitor's. */
export interface OwnedIds extends OpenIds {
  of: string;
}
const readOwner = (): string => findSubject(store.get(authAtom).accessToken);
export const toOwned = (ids: OpenIds): OwnedIds => ({ ...ids, of: readOwner() });
/** The ids that were kept so, each that is missing named; undefined for somebody else's, and for what is none. */
export function findOwned(kept: unknown): OpenIds | undefined {
  const owned = kept as OwnedIds | null | undefined;
  if (typeof owned !== "object" || (owned?.of !== "" && owned?.of !== readOwner())) return undefined;
  return Object.fromEntries(idNames.map((name) => [name, owned[name]]));
}

const idsBase = atom<OpenIds>(readStoredIds());
/** The open transaction's ids as the browser keeps them; what an entry of the tab's history brings goes before (runtime/place.ts). */
export function readStoredIds(): OpenIds {
  return Object.fromEntries(idNames.map((name) => [name, localJson.read<string>(name) ?? undefined]));
}
/** The open transaction's ids; each under its own key in local storage. */
export const openIdsAtom = atom(
  (get) => get(idsBase),
  (get, set, ids: OpenIds) => {
    set(idsBase, { ...get(idsBase), ...ids });
    for (const [key, value] of Object.entries(ids)) {
      if (value) localJson.write(key, value);
      else localJson.remove(key);
    }
  },
);

/** The release that the open transaction keeps its forms of, while it is not the newest; not stored. */
export const pinnedReleaseAtom = atom<string | undefined>(undefined);

/** The state in memory as the tab's storage has it now; the open transaction is none. `isNew`: a page that begins carries nothing. */
export function rereadSlices(isNew = false): void {
  for (const reread of rereads) reread(isNew);
  store.set(idsBase, {});
  store.set(pinnedReleaseAtom, undefined);
}
