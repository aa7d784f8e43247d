import { authAtom, type AuthSlice } from "./auth.ts";
import { getSessionSignal } from "./session-signal.ts";
import { store } from "./store.ts";

/** The tokens of a renewal. `refreshTokenExpiresIn` is missing if the wallet does not return it. */
export type RenewedTokens = Pick<AuthSlice, "accessToken" | "refreshToken"> & { refreshTokenExpiresIn?: unknown };

/** The result of a renewal: new tokens, a refusal, or no answer. */
export type Renewal = { tokens: RenewedTokens } | { refused: Error } | "unanswered";

/** Renews a minute before the refresh token expires, but at most every half minute. */
const marginMs = 60_000;
const minIntervalMs = 30_000;
/** Retries a lost answer within the time in which the server returns the same tokens. */
const retryMs = 2_000;
/** The lifetime if neither these tokens nor the former ones name one. */
const defaultSeconds = 600;
const longestTimerMs = 2 ** 31 - 1;

let timer: ReturnType<typeof setTimeout> | undefined;
let dueAtMs = Infinity;

/** The lifetime in an answer, else that of the former tokens. */
export function toRefreshLifetimeSeconds(seconds: unknown, former: AuthSlice): number {
  if (Number(seconds) > 0) return Number(seconds);
  return former.refreshToken ? former.refreshTokenExpiresIn : defaultSeconds;
}

/** Schedules the next renewal, if there is a refresh token. */
export function scheduleRenewal(renew: () => void): void {
  const { refreshToken, refreshTokenExpiresIn, renewedAt = 0 } = store.get(authAtom);
  stopRenewals();
  if (!refreshToken) return;
  // If the device's clock was set back, waits one lifetime at most.
  const sinceMs = Math.min(renewedAt, Date.now());
  scheduleAt(sinceMs + Math.max(refreshTokenExpiresIn * 1000 - marginMs, minIntervalMs), renew);
}

/** Returns whether the tokens are fresh, as after a reload. */
export const isRecent = ({ renewedAt = 0 }: AuthSlice): boolean => Math.abs(Date.now() - renewedAt) < minIntervalMs;

/** Schedules a retry after no answer. */
export const scheduleRetry = (renew: () => void): void => scheduleAt(Date.now() + minIntervalMs, renew);

function scheduleAt(dueMs: number, renew: () => void): void {
  stopRenewals();
  dueAtMs = dueMs;
  timer = setTimeout(renew, Math.min(Math.max(dueMs - Date.now(), 0), longestTimerMs));
}

export function stopRenewals(): void {
  clearTimeout(timer);
  dueAtMs = Infinity;
}

/** Returns whether a renewal is overdue. Timers stop while a device sleeps. */
export const isRenewalOverdue = (): boolean => Date.now() >= dueAtMs;

/** Asks for new tokens, and once more if there is no answer. Stops when the session ends. */
export async function renewWithRetry(renew: () => Promise<Renewal>): Promise<Renewal> {
  const sessionSignal = getSessionSignal();
  const first = await renew();
  if (first !== "unanswered" || sessionSignal.aborted) return first;
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  return sessionSignal.aborted ? "unanswered" : renew();
}

/**
 * Allows one renewal at a time across tabs. Browsers have no locks on plain HTTP; the server then returns the same
 * tokens to parallel calls.
 */
export const withRenewalLock = <T>(run: () => Promise<T>): Promise<T> =>
  "locks" in navigator ? navigator.locks.request("sanad-renew", run) : run();
