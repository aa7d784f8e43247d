import { authAtom, type AuthSlice } from "./auth.ts";
import { readLifetime } from "./lifetime.ts";
import { store } from "./store.ts";

/** What a renewal brings; `refreshTokenExpiresIn` is missing where the wallet does not say it. */
export type RenewedTokens = Pick<AuthSlice, "accessToken" | "refreshToken"> & { refreshTokenExpiresIn?: unknown };

/** What became of a renewal: new tokens, a refusal, or no answer. */
export type Renewal = { tokens: RenewedTokens } | { refused: Error } | "unanswered";

/** A renewal is due a minute before the refresh token dies, and renewals are half a minute apart at least. */
const marginMs = 60_000;
const closestMs = 30_000;
/** An answer that was lost is asked for once more while the server still gives the same one. */
const againMs = 2_000;
/** What is assumed of tokens that do not say how long they can be renewed, and no earlier ones did. */
const unsaidSeconds = 600;
const longestTimerMs = 2 ** 31 - 1;

let timer: ReturnType<typeof setTimeout> | undefined;
let dueAtMs = Infinity;

/** The lifetime that an answer says, else that of the tokens before it. */
export function toLifetime(said: unknown, former: AuthSlice): number {
  if (Number(said) > 0) return Number(said);
  return former.refreshToken ? former.refreshTokenExpiresIn : unsaidSeconds;
}

/** Sets the next renewal of the tokens that are kept; none without a refresh token. */
export function planRenewal(renew: () => void): void {
  const { refreshToken, refreshTokenExpiresIn, renewedAt = 0 } = store.get(authAtom);
  stopRenewals();
  if (!refreshToken) return;
  // A device's clock that was set back is no reason to wait longer than a lifetime.
  const sinceMs = Math.min(renewedAt, Date.now());
  planAt(sinceMs + Math.max(refreshTokenExpiresIn * 1000 - marginMs, closestMs), renew);
}

/** A page that was just reloaded has fresh tokens already. */
export const isRecent = ({ renewedAt = 0 }: AuthSlice): boolean => Math.abs(Date.now() - renewedAt) < closestMs;

/** Nobody answered: half a minute later again. */
export const planAgain = (renew: () => void): void => planAt(Date.now() + closestMs, renew);

function planAt(dueMs: number, renew: () => void): void {
  stopRenewals();
  dueAtMs = dueMs;
  timer = setTimeout(renew, Math.min(Math.max(dueMs - Date.now(), 0), longestTimerMs));
}

export function stopRenewals(): void {
  clearTimeout(timer);
  dueAtMs = Infinity;
}

/** A device that slept does not count the time: whether a renewal is due that the timer has missed. */
export const isOverdue = (): boolean => Date.now() >= dueAtMs;

/** Asks for new tokens, and once more where no answer came; nothing is asked any more when the session ends meanwhile. */
export async function askAgain(ask: () => Promise<Renewal>): Promise<Renewal> {
  const lifetime = readLifetime();
  const first = await ask();
  if (first !== "unanswered" || lifetime.aborted) return first;
  await new Promise((resolve) => setTimeout(resolve, againMs));
  return lifetime.aborted ? "unanswered" : ask();
}

/** One renewal at a time over all tabs. Where a browser has no locks (plain HTTP), the server gives parallel ones the same tokens. */
export const underLock = <T>(run: () => Promise<T>): Promise<T> =>
  "locks" in navigator ? navigator.locks.request("sanad-renew", run) : run();
