import { atom } from "jotai";
import { authAtom } from "./auth.ts";
import { localJson, sessionJson } from "./storage.ts";
import { store } from "./store.ts";
import { findSubject } from "./token.ts";

export { authAtom, signedInAtom, type AuthSlice } from "./auth.ts";
export { store } from "./store.ts";

/** The misc slice. `searchedQuery` is the query of the form link; it never contains a credential. */
export interface MiscSlice {
  openDemo: boolean;
  currentVerification: string;
  searchedQuery: Record<string, string>;
  startButtonClicked: boolean;
  /** The evaluating organisation that was chosen last. */
  evaluationPartner: string;
  locale?: string;
}
export interface FormDataSlice {
  showInitScreen: boolean;
}
/** The verifications viewed so far: their definitions, and the answer for the last one. */
export interface VerificationSlice {
  configs: unknown[];
  info: Record<string, unknown>;
}
/** Ids of the open transaction. Each is stored under its own key, where an embedding app reads them. */
export interface OpenIds {
  orgId?: string;
  formId?: string;
  txnId?: string;
}

/** Functions that reload each slice from storage, or reset it. */
const reloads: ((isNew: boolean) => void)[] = [];

/** An atom backed by the tab's storage. `toCarried` selects what stays in memory when the session ends. */
function stored<T extends object>(key: string, initial: T, toCarried: (former: T) => Partial<T> = () => ({})) {
  const base = atom<T>({ ...initial, ...sessionJson.readObject<T>(key) });
  reloads.push((isNew) =>
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
  // The page keeps its language.
  ({ locale }) => (locale ? { locale } : {}),
);
export const formDataAtom = stored<FormDataSlice>("formData", { showInitScreen: true });
export const verificationAtom = stored<VerificationSlice>("verification", { configs: [], info: {} });
export const profileAtom = stored<Record<string, unknown>>("profile", {});

/**
 * The `view` state of screens, by screen and open transaction (runtime/roots.ts). Stored for the tab, so that a reload
 * keeps it.
 */
export const viewAtom = stored<Record<string, Record<string, unknown>>>("view", {});

const idNames = ["orgId", "formId", "txnId"] as const;
/** Ids in an entry of the tab's history, with the subject of their session. The subject is empty for a visitor. */
export interface OwnedIds extends OpenIds {
  owner: string;
}
const readOwner = (): string => findSubject(store.get(authAtom).accessToken);
export const toOwnedIds = (ids: OpenIds): OwnedIds => ({ ...ids, owner: readOwner() });
/**
 * Reads the ids of a history entry; a missing id is undefined. Returns undefined for another user's entry and for other
 * values.
 */
export function readOwnedIds(value: unknown): OpenIds | undefined {
  // Entries that the build before wrote have the owner under `of`.
  const owned = value as (OwnedIds & { of?: string }) | null | undefined;
  const owner = owned?.owner ?? owned?.of;
  if (typeof owned !== "object" || (owner !== "" && owner !== readOwner())) return undefined;
  return Object.fromEntries(idNames.map((name) => [name, owned?.[name]]));
}

const idsBase = atom<OpenIds>(readStoredIds());
/** The stored ids of the open transaction. The ids of a history entry take precedence (runtime/resolve-address.ts). */
export function readStoredIds(): OpenIds {
  return Object.fromEntries(idNames.map((name) => [name, localJson.read<string>(name) ?? undefined]));
}
/** The ids of the open transaction. Each has its own key in local storage. */
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

/** The release that the open transaction is pinned to, if it is not the newest. Not stored. */
export const pinnedReleaseAtom = atom<string | undefined>(undefined);

/**
 * Reloads all slices from the tab's storage and closes the transaction. `isNew`: a page that starts carries nothing
 * over.
 */
export function reloadSlices(isNew = false): void {
  for (const reload of reloads) reload(isNew);
  store.set(idsBase, {});
  store.set(pinnedReleaseAtom, undefined);
}
