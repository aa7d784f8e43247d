import { call, isDecodable } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { authAtom, clearSlices, store, type AuthSlice } from "./slices.ts";

type Tokens = AuthSlice;
const endListeners = new Set<(refused?: Failure) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells when the session ends, however it ends; with the failure where its renewal was refused. Gives the way to stop listening. */
export function onSessionEnd(listener: (refused?: Failure) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Stores the tokens of a login or a renewal and sets the next renewal. */
export function keepTokens({ accessToken, refreshToken, refreshTokenExpiresIn }: Tokens): void {
  store.set(authAtom, { accessToken, refreshToken, refreshTokenExpiresIn });
  scheduleRenewal(refreshTokenExpiresIn);
}

/** Every refresh lifetime less a minute (D-16), never sooner than 10 s nor later than a timer can wait. */
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
    try {
      keepTokens(await call("profile.renew", {}, { bearer: ssoToken ?? refreshToken }) as Tokens);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.status === 0) scheduleRenewal(70);
      else if (!ssoToken) endSession(error instanceof Failure ? error : undefined);
      return false;
    }
  };
  return "locks" in navigator ? navigator.locks.request("sanad-renew", run) : run();
}

/** At boot: a stored refresh token is renewed at once, then periodically. The page does not wait for it. */
export function resumeSession(): void {
  const { accessToken, refreshToken } = store.get(authAtom);
  if (!refreshToken) return;
  if (!isDecodable(accessToken)) store.set(authAtom, { ...store.get(authAtom), accessToken: "" });
  void renew();
}

/** Ends the session in this browser: storage cleared, timer stopped, everybody told. */
export function endSession(refused?: Failure): void {
  clearTimeout(timer);
  clearSlices();
  for (const listener of endListeners) listener(refused);
}

/** Logs out: the server ends the session too; the browser's end does not wait for it. */
export function signOut(): void {
  if (store.get(authAtom).accessToken) void call("profile.logout", {}, { keepalive: true }).catch((error: unknown) => console.warn("Logout did not reach the server", error));
  endSession();
}
