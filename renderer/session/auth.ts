import { atom } from "jotai";
import { store } from "./store.ts";
import { localJson } from "./storage.ts";

/** Tokens, the lifetime of the refresh token in seconds, and when they arrived (device clock, milliseconds). */
export interface AuthSlice {
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
  renewedAt?: number;
}

/** Storage key of the tokens; other tabs watch it. */
export const authKey = "root-v3";
const version = 3;
const refreshKey = "refreshToken";
/** The lifetime of a stored session that names none. */
const defaultLifetimeSeconds = 3600;

export const noAuth: AuthSlice = {
  accessToken: "",
  refreshToken: "",
  refreshTokenExpiresIn: defaultLifetimeSeconds,
};

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads the tokens from storage. Invalid values read as no tokens. */
export function readStoredAuth(): AuthSlice {
  const { auth } = localJson.readObject<{ auth: Partial<AuthSlice> | null }>(authKey);
  const lifetime = Number(auth?.refreshTokenExpiresIn);
  return {
    accessToken: toText(auth?.accessToken),
    refreshToken: toText(auth?.refreshToken) || toText(localJson.read(refreshKey)),
    refreshTokenExpiresIn: lifetime > 0 ? lifetime : defaultLifetimeSeconds,
    ...(typeof auth?.renewedAt === "number" ? { renewedAt: auth.renewedAt } : {}),
  };
}

const authBase = atom<AuthSlice>(readStoredAuth());
let stored = true;
/** Returns whether the browser stored the tokens. Without storage they are in memory only. */
export const isStored = (): boolean => stored;

/** The tokens. Stored under 'root-v3', the refresh token also under its own key. No other slice contains them. */
export const authAtom = atom(
  (get) => get(authBase),
  (_get, set, auth: AuthSlice) => {
    set(authBase, auth);
    stored = localJson.write(authKey, { auth, version });
    localJson.write(refreshKey, auth.refreshToken);
  },
);

/** Sets the tokens of this page only, because another tab has changed the stored ones. */
export const setAuthInMemory = (auth: AuthSlice): void => store.set(authBase, auth);

/** The session of a cookie is open: pages see neither the cookie nor a token. */
export const cookieSessionAtom = atom(false);

export const signedInAtom = atom((get) => get(authBase).accessToken !== "" || get(cookieSessionAtom));
