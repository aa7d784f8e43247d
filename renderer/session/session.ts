import { authAtom, clearSlices, followOtherTabs, store, type AuthSlice } from "./slices.ts";

type Tokens = AuthSlice;

/** What became of a renewal: new tokens, a refusal, or no answer. */
export type Renewal = { tokens: Tokens } | { refused: Error } | "unanswered";

/** The calls that the session makes. They are handed in: the client stands on the session, not the session on the client. */
export interface SessionCalls {
  /** Exchanges a refresh token; never rejects. */
  renew(refreshToken: string): Promise<Renewal>;
  /** Ends the session at the server. */
  logout(): Promise<unknown>;
}

const endListeners = new Set<(refused?: Error) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let calls: SessionCalls | undefined;

/** At boot: takes the calls, follows the other tabs, and renews a stored refresh token at once, then periodically. The page does not wait for it. */
export function startSession(own: SessionCalls): void {
  calls = own;
  followOtherTabs(() => {
    clearTimeout(timer);
    tellEnd();
  });
  const auth = store.get(authAtom);
  if (!auth.refreshToken) return;
  if (!isDecodable(auth.accessToken)) store.set(authAtom, { ...auth, accessToken: "" });
  void renew();
}

/** True for a three-part token whose payload parses. Whether it has expired is the server's to judge: a device's clock may be wrong. */
function isDecodable(token: string): boolean {
  const parts = token.split(".");
  if (parts.length !== 3) return false;
  try {
    JSON.parse(atob(parts[1]!.replaceAll("-", "+").replaceAll("_", "/")));
    return true;
  } catch {
    return false;
  }
}

/** The token that calls carry; undefined when there is no session that could be renewed. */
export function findBearer(): string | undefined {
  const { accessToken, refreshToken } = store.get(authAtom);
  return refreshToken && isDecodable(accessToken) ? accessToken : undefined;
}

/** Tells when the session ends, however it ends, in this tab or another; with the refusal where its renewal was refused. Gives the way to stop listening. */
export function onSessionEnd(listener: (refused?: Error) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function tellEnd(refused?: Error): void {
  for (const listener of endListeners) listener(refused);
}

/** Stores the tokens of a login or a renewal and sets the next renewal. */
export function keepTokens({ accessToken, refreshToken, refreshTokenExpiresIn }: Tokens): void {
  store.set(authAtom, { accessToken, refreshToken, refreshTokenExpiresIn });
  scheduleRenewal(refreshTokenExpiresIn);
}

/** A minute before the refresh token expires, never sooner than 10 s nor later than a timer can wait. */
function scheduleRenewal(lifetimeSeconds: number): void {
  clearTimeout(timer);
  const waitMs = Math.min(Math.max((lifetimeSeconds - 60) * 1000, 10_000), 2 ** 31 - 1);
  timer = setTimeout(() => void renew(), waitMs);
}

/** Renews the tokens under a lock across tabs; a refusal ends the session, a lost line does not. True when renewed. */
export async function renew(ssoToken?: string): Promise<boolean> {
  const before = store.get(authAtom).refreshToken;
  const run = async (): Promise<boolean> => {
    const { refreshToken } = store.get(authAtom);
    // Another tab was faster: its tokens are ours already.
    if (!ssoToken && refreshToken !== before && refreshToken) return true;
    const renewal = (await calls?.renew(ssoToken ?? refreshToken)) ?? "unanswered";
    if (renewal === "unanswered") scheduleRenewal(70);
    else if ("tokens" in renewal) keepTokens(renewal.tokens);
    else if (!ssoToken) endSession(renewal.refused);
    return renewal !== "unanswered" && "tokens" in renewal;
  };
  return "locks" in navigator ? navigator.locks.request("sanad-renew", run) : run();
}

/** Ends the session in this browser: storage cleared, timer stopped, everybody told. */
export function endSession(refused?: Error): void {
  clearTimeout(timer);
  clearSlices();
  tellEnd(refused);
}

/** Logs out: the server ends the session too; the browser's end does not wait for it. */
export function signOut(): void {
  if (store.get(authAtom).accessToken)
    void calls?.logout().catch((error: unknown) => console.warn("Logout did not reach the server", error));
  endSession();
}
