import { atom } from "jotai";
import {
  authAtom,
  authKey,
  cookieSessionAtom,
  setAuthInMemory,
  isStored,
  noAuth,
  readStoredAuth,
  signedInAtom,
} from "./auth.ts";
import {
  isSessionSuspended,
  suspendBrowserStorage,
  suspendTabStorage,
  restoreSuspendedSession,
} from "./suspended-session.ts";
import { abortSession, getSessionSignal } from "./session-signal.ts";
import {
  renewWithRetry,
  isRenewalOverdue,
  isRecent,
  scheduleRetry,
  scheduleRenewal,
  stopRenewals,
  toRefreshLifetimeSeconds,
  withRenewalLock,
  type RenewedTokens,
  type Renewal,
} from "./token-renewal.ts";
import { openIdsAtom, readStoredIds, reloadSlices } from "./slices.ts";
import { store } from "./store.ts";
import { findSubject, isDecodable } from "./token.ts";

/** The calls of the session. `data/` passes them in, because it imports the session. */
export interface SessionCalls {
  /** Exchanges a refresh token; never rejects. */
  renew(refreshToken: string): Promise<Renewal>;
  /** Ends the session at the server. */
  logout(): Promise<unknown>;
  /** Fetches the profile of the new tokens. */
  identify(): Promise<unknown>;
  /** Returns whether the session of a cookie is open. Missing where sessions have tokens. */
  resume?(): Promise<boolean>;
}

/**
 * `renewing`: the page has only a refresh token and waits for new tokens. `ended`: the session is over and the sign-in
 * page is not shown yet.
 */
export type SessionPhase = "anonymous" | "renewing" | "signedIn" | "ended";
/** How a session ended: the user signed out, or it expired. */
export type SessionEnd = "signedOut" | "expired";

/** How long a page waits for the first renewal. */
const maxRenewalWaitMs = 5_000;

const isRenewingAtom = atom(false);
const endedAtom = atom(false);
export const phaseAtom = atom((get): SessionPhase => {
  if (get(signedInAtom)) return "signedIn";
  if (get(isRenewingAtom)) return "renewing";
  return get(endedAtom) ? "ended" : "anonymous";
});

const endListeners = new Set<(end: SessionEnd, refused?: Error) => void>();
const expiryListeners = new Set<() => void>();
let calls: SessionCalls | undefined;
/** Undefined until the definitions are loaded. */
let isFinal: ((failure: Error) => boolean) | undefined;
/** Ends a session whose renewal was refused before the definitions were loaded. */
let pendingEnd: (() => void) | undefined;

/** Starts the session: follows other tabs and renews stored tokens at once, then periodically. Call once at start. */
export function startSession(sessionCalls: SessionCalls): void {
  calls = sessionCalls;
  window.addEventListener("storage", ({ key }) => {
    if (key === authKey || key === null) followStoredTokens();
  });
  const onWake = () => {
    if (document.visibilityState === "hidden") return;
    followStoredTokens();
    if (isRenewalOverdue()) void renew();
  };
  document.addEventListener("visibilitychange", onWake);
  window.addEventListener("online", onWake);
  window.addEventListener("pageshow", onWake);
  if (sessionCalls.resume) resumeCookieSession(sessionCalls.resume);
  else resumeStoredSession();
}

/** Waits with the first screen until it is known whether the cookie opens a session. */
function resumeCookieSession(resume: NonNullable<SessionCalls["resume"]>): void {
  holdSession();
  void resume()
    .then((isOpen) => isOpen && openCookieSession())
    .catch((error: unknown) => console.warn("The session could not be resumed", error))
    .finally(() => store.set(isRenewingAtom, false));
}

/** Shows no screen until the session starts: its code is on the way. */
export const holdSession = (): void => store.set(isRenewingAtom, true);

/** Begins the session of a cookie that an answer has set. */
export function openCookieSession(): void {
  store.set(endedAtom, false);
  store.set(cookieSessionAtom, true);
}

/** Starts the session again in the same process, as a reload does: reads tokens and slices from storage. */
export function restartSession(sessionCalls: SessionCalls): void {
  stopRenewals();
  isFinal = undefined;
  pendingEnd = undefined;
  store.set(endedAtom, false);
  store.set(cookieSessionAtom, false);
  setAuthInMemory(readStoredAuth());
  reloadSlices(true);
  store.set(openIdsAtom, readStoredIds());
  startSession(sessionCalls);
}

function resumeStoredSession(): void {
  const auth = store.get(authAtom);
  if (!auth.refreshToken) return;
  if (isDecodable(auth.accessToken)) {
    if (!isRecent(auth)) return renewNow();
    scheduleRenewal(renewNow);
    return void calls?.identify();
  }
  store.set(authAtom, { ...auth, accessToken: "" });
  store.set(isRenewingAtom, true);
  const timeout = setTimeout(() => store.set(isRenewingAtom, false), maxRenewalWaitMs);
  void renew().finally(() => {
    clearTimeout(timeout);
    store.set(isRenewingAtom, false);
  });
}

/** The access token for calls; undefined if there is no session that can be renewed. */
export function findBearer(): string | undefined {
  const { accessToken, refreshToken } = store.get(authAtom);
  return refreshToken && isDecodable(accessToken) ? accessToken : undefined;
}

/** The subject claim of the signed-in user; empty before sign-in. */
export const readSubject = (): string => findSubject(store.get(authAtom).accessToken);

/**
 * Calls the listener when the session ends in this tab or another. `refused` is the failure that ended it. Returns the
 * function that unsubscribes.
 */
export function onSessionEnd(listener: (end: SessionEnd, refused?: Error) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Calls the listener just before an expired session is suspended, so that typed text can still be saved. */
export function beforeExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/**
 * Sets the test for failures that end a session; the definitions supply it. A renewal refused earlier ends the session
 * now, so that its message and the address are not lost.
 */
export function setFinalFailureTest(isFinalFailure: (failure: Error) => boolean): void {
  isFinal = isFinalFailure;
  if (pendingEnd) queueMicrotask(pendingEnd);
  pendingEnd = undefined;
}

/**
 * Returns whether a failure belongs to replaced tokens: they were renewed, or a user signed in again, here or in
 * another tab. Such a failure does not end the session.
 */
export function isFromReplacedTokens(failure: Error, bearer: string | undefined): boolean {
  if (bearer === undefined || !isFinal?.(failure)) return false;
  followStoredTokens();
  const present = findBearer();
  return present !== undefined && present !== bearer;
}

/** Ends the session if the failure is final. Returns whether the session of the call has ended. */
export function endSessionIfFinal(failure: Error, sessionSignal: AbortSignal): boolean {
  if (!sessionSignal.aborted && isFinal?.(failure)) endSession("expired", failure);
  return sessionSignal.aborted;
}

/** Stores the tokens of a sign-in or a renewal and schedules the next renewal. */
export function storeTokens({ accessToken, refreshToken, refreshTokenExpiresIn }: RenewedTokens): void {
  const former = store.get(authAtom);
  if (former.accessToken && findSubject(former.accessToken) !== findSubject(accessToken)) endSession("signedOut");
  beginSession(findSubject(accessToken));
  store.set(authAtom, {
    accessToken,
    refreshToken,
    refreshTokenExpiresIn: toRefreshLifetimeSeconds(refreshTokenExpiresIn, former),
    renewedAt: Date.now(),
  });
  scheduleRenewal(renewNow);
  void calls?.identify();
}

/** Begins a session and restores what the same user's last session suspended. */
function beginSession(subject: string): void {
  store.set(endedAtom, false);
  if (store.get(signedInAtom)) return;
  const ids = restoreSuspendedSession(subject);
  if (!ids) return;
  reloadSlices();
  store.set(openIdsAtom, ids);
}

const renewNow = (): void => void renew();

/**
 * Renews the tokens under a lock across tabs. A refusal ends the session, a lost connection does not. Returns whether
 * the tokens were renewed.
 */
export async function renew(ssoToken?: string): Promise<boolean> {
  const before = store.get(authAtom).refreshToken;
  stopRenewals();
  return withRenewalLock(async () => {
    followStoredTokens();
    const { refreshToken } = store.get(authAtom);
    const token = ssoToken ?? refreshToken;
    // Another tab has renewed the tokens already.
    if (!token || (!ssoToken && refreshToken !== before)) return token !== "";
    const sessionSignal = getSessionSignal();
    const renewal = await renewWithRetry(async () => calls?.renew(token) ?? "unanswered");
    if (sessionSignal.aborted) return false;
    if (renewal === "unanswered") {
      if (refreshToken) scheduleRetry(renewNow);
      return false;
    }
    if ("tokens" in renewal) {
      storeTokens(renewal.tokens);
      return true;
    }
    if (ssoToken) return false;
    if (isFinal) return endAfterRefusal(refreshToken, renewal.refused);
    pendingEnd = () => endAfterRefusal(refreshToken, renewal.refused);
    return false;
  });
}

/** Ends the session whose renewal was refused. Returns true if another tab has new tokens instead. */
function endAfterRefusal(refreshToken: string, refused: Error): boolean {
  followStoredTokens(); // another tab may have signed in again
  if (store.get(authAtom).refreshToken !== refreshToken) return true;
  endSession("expired", refused);
  return false;
}

/** Ends the session: suspends or clears storage, stops renewals, aborts work in progress, notifies listeners. */
export function endSession(end: SessionEnd = "signedOut", refused?: Error): void {
  const owner = end === "expired" ? readSubject() : "";
  if (owner) for (const listener of expiryListeners) listener();
  if (end === "signedOut" || store.get(authAtom).refreshToken) suspendBrowserStorage(owner);
  endInThisTab(end, owner, refused);
}

/** Ends the session in this tab. The browser's storage is already suspended or cleared. */
function endInThisTab(end: SessionEnd, owner: string, refused?: Error): void {
  stopRenewals();
  const { accessToken, refreshToken } = store.get(authAtom);
  // A visitor without a session keeps the address to return to.
  if (end === "signedOut" || accessToken || refreshToken) suspendTabStorage(owner, store.get(openIdsAtom));
  const { orgId } = store.get(openIdsAtom);
  abortSession();
  store.set(endedAtom, true);
  store.set(cookieSessionAtom, false);
  setAuthInMemory(noAuth);
  reloadSlices();
  // The sign-in page shows the organisation whose link was open.
  if (end === "expired" && orgId) store.set(openIdsAtom, { orgId });
  for (const listener of endListeners) listener(end, refused);
}

/** Follows the stored tokens after another tab has renewed, ended or begun a session. */
function followStoredTokens(): void {
  const [own, stored] = [store.get(authAtom), readStoredAuth()];
  if (own.accessToken && !isStored()) return; // without storage there are no other tabs to follow
  if (own.accessToken === stored.accessToken && own.refreshToken === stored.refreshToken) return;
  const expired = isSessionSuspended();
  const subject = findSubject(stored.accessToken);
  if (own.accessToken && (!stored.accessToken || findSubject(own.accessToken) !== subject)) {
    if (expired) for (const listener of expiryListeners) listener();
    endInThisTab(expired ? "expired" : "signedOut", expired ? findSubject(own.accessToken) : "");
  }
  if (!stored.accessToken) return;
  const isNew = !store.get(signedInAtom);
  beginSession(subject);
  setAuthInMemory(stored);
  scheduleRenewal(renewNow);
  if (isNew) void calls?.identify();
}

/** Signs out here and at the server. Does not wait for the server. */
export function signOut(): void {
  if (store.get(signedInAtom))
    void calls?.logout().catch((error: unknown) => console.warn("Logout did not reach the server", error));
  endSession();
}

/** Whether the session is over and the sign-in page is on its way. */
export const isSessionEnded = (): boolean => store.get(phaseAtom) === "ended";

/** Ends the phase `ended`: the sign-in page is shown. */
export const acknowledgeSessionEnd = (): void => store.set(endedAtom, false);
