import { atom, createStore } from "jotai";
import { localJson, sessionJson, type JsonStorage } from "./storage.ts";

/** Tokens and how long they can be renewed; `refreshTokenExpiresIn` in seconds. */
export interface AuthSlice {
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
}
/** The misc slice. `searchedQuery` holds the query of the form link, never a credential. */
export interface MiscSlice {
  openDemo: boolean;
  currentVerification: string;
  searchedQuery: Record<string, string>;
  startButtonClicked: boolean;
  locale?: string;
}
export interface FormDataSlice {
  showInitScreen: boolean;
}
/** Ids of the open transaction, stored one by one: who embeds the wallet reads them there. */
export interface OpenIds {
  orgId?: string;
  formId?: string;
  txnId?: string;
}

/** The one store of the client's state. */
export const store = createStore();

const authKey = "root-v3";
const version = 3;

/** An atom that is read from storage once and written through. */
function stored<T>(storage: JsonStorage, key: string, initial: T) {
  const base = atom<T>({ ...initial, ...storage.read<T>(key) });
  return atom(
    (get) => get(base),
    (get, set, change: Partial<T>) => {
      const next = { ...get(base), ...change };
      set(base, next);
      storage.write(key, next);
    },
  );
}

const noAuth: AuthSlice = { accessToken: "", refreshToken: "", refreshTokenExpiresIn: 3600 };
const readAuth = (): AuthSlice => ({ ...noAuth, ...localJson.read<{ auth?: AuthSlice }>(authKey)?.auth });
const authBase = atom<AuthSlice>(readAuth());

/** Tokens. Kept under 'root-v3', the refresh token also under its own key, beside the ids; out of every other slice. */
export const authAtom = atom(
  (get) => get(authBase),
  (_get, set, auth: AuthSlice) => {
    set(authBase, auth);
    localJson.write(authKey, { auth, version });
    localJson.write("refreshToken", auth.refreshToken);
  },
);
export const miscAtom = stored<MiscSlice>(sessionJson, "misc", {
  openDemo: false,
  currentVerification: "",
  searchedQuery: {},
  startButtonClicked: false,
});
export const formDataAtom = stored<FormDataSlice>(sessionJson, "formData", { showInitScreen: true });
export const verificationAtom = stored<Record<string, unknown>>(sessionJson, "verification", { configs: [], info: {} });
export const profileAtom = stored<Record<string, unknown>>(sessionJson, "profile", {});

/** State that screens declare under `view`, by screen id; kept for the tab so that it outlives a reload. */
export const viewAtom = stored<Record<string, Record<string, unknown>>>(sessionJson, "view", {});
export const signedInAtom = atom((get) => get(authBase).accessToken !== "");

const idsBase = atom<OpenIds>({ orgId: readId("orgId"), formId: readId("formId"), txnId: readId("txnId") });
function readId(key: string): string | undefined {
  return localJson.read<string>(key) ?? undefined;
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

/** Another tab renewed or ended the session: this one follows, for as long as the page stands. */
export function followOtherTabs(onEnd: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== authKey && key !== null) return;
    const auth = readAuth();
    store.set(authBase, auth);
    if (!auth.accessToken) onEnd();
  });
}

/** Takes everything away: browser storage of both kinds and the state in memory. */
export function clearSlices(): void {
  for (const storage of [window.localStorage, window.sessionStorage]) {
    try {
      storage.clear();
    } catch (error) {
      console.error("Browser storage: clear failed", error);
    }
  }
  store.set(authBase, noAuth);
  store.set(idsBase, { orgId: undefined, formId: undefined, txnId: undefined });
  store.set(miscAtom, { openDemo: false, currentVerification: "", searchedQuery: {}, startButtonClicked: false });
  store.set(formDataAtom, { showInitScreen: true });
  for (const screen of Object.keys(store.get(viewAtom))) store.set(viewAtom, { [screen]: {} });
  for (const storage of [localJson, sessionJson])
    for (const key of ["misc", "formData", "view", "orgId", "formId", "txnId"]) storage.remove(key);
}
