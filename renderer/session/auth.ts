import { atom } from "jotai";
import { store } from "./store.ts";
import { localJson } from "./storage.ts";

/** Tokens, how long they can be renewed (in seconds), and when they came (by this device's clock, in milliseconds). */
export interface AuthSlice {
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
  renewedAt?: number;
}

/** Where the tokens are stored; other tabs look there. */
export const authKey = "root-v3";
const version = 3;
const refreshKey = "refreshToken";
/** What is assumed of a stored session that does not say how long it can be renewed. */
export const defaultLifetimeSeconds = 3600;

export const noAuth: AuthSlice = {
  accessToken: "",
  refreshToken: "",
  refreshTokenExpiresIn: defaultLifetimeSeconds,
};

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The tokens that the browser keeps; none where they are not what was written. */
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
/** Whether the browser took the tokens of this page; a browser without storage has them in memory only. */
export const isStored = (): boolean => stored;

/** Tokens. Kept under 'root-v3', the refresh token also under its own key, beside the ids; out of every other slice. */
export const authAtom = atom(
  (get) => get(authBase),
  (_get, set, auth: AuthSlice) => {
    set(authBase, auth);
    stored = localJson.write(authKey, { auth, version });
    localJson.write(refreshKey, auth.refreshToken);
  },
);

/** The tokens of this page alone: what the browser keeps was changed by somebody else. */
export const followAuth = (auth: AuthSlice): void => store.set(authBase, auth);

export const signedInAtom = atom((get) => get(authBase).accessToken !== "");
