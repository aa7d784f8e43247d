import { atom } from "jotai";
import { authAtom, authKey, followAuth, isStored, noAuth, readStoredAuth, signedInAtom } from "./auth.ts";
import { isLeft, leaveBrowser, leaveTab, takeLeft } from "./left.ts";
import { endLifetime, readLifetime } from "./lifetime.ts";
import {
  askAgain,
  isOverdue,
  isRecent,
  planAgain,
  planRenewal,
  stopRenewals,
  toLifetime,
  underLock,
  type RenewedTokens,
  type Renewal,
} from "./renewal.ts";
import { openIdsAtom, readStoredIds, rereadSlices } from "./slices.ts";
import { store } from "./store.ts";
import { findSubject, isDecodable } from "./token.ts";

/** The calls that the session makes. They are handed in: the client stands on the session, not the session on the client. */
export interface SessionCalls {
  /** Exchanges a refresh token; never rejects. */
  renew(refreshToken: string): Promise<Renewal>;
  /** Ends the session at the server. */
  logout(): Promise<unknown>;
  /** Tokens came: who they are of is asked anew. */
  identify(): Promise<unknown>;
}

/**
 * Where the session stands. `renewing`: the page was opened with nothing but a refresh token, and waits for what comes
 * of it. `ended`: it is over and the sign-in page does not stand yet.
 */
export type Phase = "anonymous" | "renewing" | "signedIn" | "ended";
/** How a session ended: by logging out, or by itself. */
export type End = "left" | "expired";

/** How long a page waits for a session that has to be renewed before it can begin. */
const waitMs = 5_000;

const waitingAtom = atom(false);
const endedAtom = atom(false);
export const phaseAtom = atom((get): Phase => {
  if (get(signedInAtom)) return "signedIn";
  if (get(waitingAtom)) return "renewing";
  return get(endedAtom) ? "ended" : "anonymous";
});

const endListeners = new Set<(end: End, refused?: Error) => void>();
const lastWords = new Set<() => void>();
let calls: SessionCalls | undefined;
/** Undefined until the documents are there. */
let isFinal: ((failure: Error) => boolean) | undefined;
/** The end of a session whose renewal was refused before the documents were there. */
let earlyEnd: (() => void) | undefined;

/** At boot: takes the calls, follows the other tabs, and renews a stored session at once, then periodically. */
export function startSession(own: SessionCalls): void {
  calls = own;
  window.addEventListener("storage", ({ key }) => {
    if (key === authKey || key === null) follow();
  });
  const wake = () => {
    if (document.visibilityState === "hidden") return;
    follow();
    if (isOverdue()) void renew();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  resume();
}

/** The page was opened again where its code went on: what is in memory becomes what the browser keeps, and the session begins as at boot. */
export function reopenSession(own: SessionCalls): void {
  stopRenewals();
  isFinal = undefined;
  earlyEnd = undefined;
  store.set(endedAtom, false);
  followAuth(readStoredAuth());
  rereadSlices(true);
  store.set(openIdsAtom, readStoredIds());
  startSession(own);
}

function resume(): void {
  const auth = store.get(authAtom);
  if (!auth.refreshToken) return;
  if (isDecodable(auth.accessToken)) {
    if (!isRecent(auth)) return renewInTime();
    planRenewal(renewInTime);
    return void calls?.identify();
  }
  store.set(authAtom, { ...auth, accessToken: "" });
  store.set(waitingAtom, true);
  const late = setTimeout(() => store.set(waitingAtom, false), waitMs);
  void renew().finally(() => {
    clearTimeout(late);
    store.set(waitingAtom, false);
  });
}

/** The token that calls carry; undefined when there is no session that could be renewed. */
export function findBearer(): string | undefined {
  const { accessToken, refreshToken } = store.get(authAtom);
  return refreshToken && isDecodable(accessToken) ? accessToken : undefined;
}

/** Whose session it is, in the server's own name for them; empty while nobody is signed in. */
export const readSubject = (): string => findSubject(store.get(authAtom).accessToken);

/** Tells when the session ends, however it ends, in this tab or another; with the refusal that ended it. Gives the way to stop listening. */
export function onSessionEnd(listener: (end: End, refused?: Error) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Heard just before a session that ended by itself is put away: what was typed and is not kept yet can still be. */
export function beforeExpiry(listener: () => void): () => void {
  lastWords.add(listener);
  return () => lastWords.delete(listener);
}

/**
 * Who knows which failures end a session: a document says it. A renewal that was refused before ends it now, a moment
 * later: the end is said in the documents' words, and the place that the page was opened at is kept for its owner.
 */
export function judgeFailures(judge: (failure: Error) => boolean): void {
  isFinal = judge;
  if (earlyEnd) queueMicrotask(earlyEnd);
  earlyEnd = undefined;
}

/**
 * Whether a failure speaks of tokens that are no longer this session's: they were renewed meanwhile, or somebody signed in
 * anew, here or in another tab. It says nothing of the session that stands.
 */
export function isOfFormer(failure: Error, bearer: string | undefined): boolean {
  if (bearer === undefined || !isFinal?.(failure)) return false;
  follow();
  const present = findBearer();
  return present !== undefined && present !== bearer;
}

/** Every failed call comes here, with the lifetime that it was made in. True when that is over: nobody needs its outcome. */
export function meetsEnd(failure: Error, lifetime: AbortSignal): boolean {
  if (!lifetime.aborted && isFinal?.(failure)) endSession("expired", failure);
  return lifetime.aborted;
}

/** Stores the tokens of a sign-in or a renewal and sets the next renewal. */
export function keepTokens({ accessToken, refreshToken, refreshTokenExpiresIn }: RenewedTokens): void {
  const former = store.get(authAtom);
  if (former.accessToken && findSubject(former.accessToken) !== findSubject(accessToken)) endSession("left");
  begin(findSubject(accessToken));
  store.set(authAtom, {
    accessToken,
    refreshToken,
    refreshTokenExpiresIn: toLifetime(refreshTokenExpiresIn, former),
    renewedAt: Date.now(),
  });
  planRenewal(renewInTime);
  void calls?.identify();
}

/** Somebody signs in here: what they left is there again. */
function begin(subject: string): void {
  store.set(endedAtom, false);
  if (store.get(signedInAtom)) return;
  const ids = takeLeft(subject);
  if (!ids) return;
  rereadSlices();
  store.set(openIdsAtom, ids);
}

const renewInTime = (): void => void renew();

/** Renews the tokens under a lock across tabs; a refusal ends the session, a lost line does not. True when renewed. */
export async function renew(ssoToken?: string): Promise<boolean> {
  const before = store.get(authAtom).refreshToken;
  stopRenewals();
  return underLock(async () => {
    follow();
    const { refreshToken } = store.get(authAtom);
    const token = ssoToken ?? refreshToken;
    // Another tab was faster: its tokens are ours already.
    if (!token || (!ssoToken && refreshToken !== before)) return token !== "";
    const lifetime = readLifetime();
    const renewal = await askAgain(async () => calls?.renew(token) ?? "unanswered");
    if (lifetime.aborted) return false;
    if (renewal === "unanswered") {
      if (refreshToken) planAgain(renewInTime);
      return false;
    }
    if ("tokens" in renewal) {
      keepTokens(renewal.tokens);
      return true;
    }
    if (ssoToken) return false;
    if (isFinal) return endRefused(refreshToken, renewal.refused);
    earlyEnd = () => endRefused(refreshToken, renewal.refused);
    return false;
  });
}

/** Ends the session whose tokens could not be renewed. True when others are there meanwhile, from another tab. */
function endRefused(refreshToken: string, refused: Error): boolean {
  follow(); // somebody may have signed in anew in another tab
  if (store.get(authAtom).refreshToken !== refreshToken) return true;
  endSession("expired", refused);
  return false;
}

/** Ends the session in this browser: storage cleared, timer stopped, whatever is under way aborted, everybody told. */
export function endSession(end: End = "left", refused?: Error): void {
  const owner = end === "expired" ? readSubject() : "";
  if (owner) for (const listener of lastWords) listener();
  if (end === "left" || store.get(authAtom).refreshToken) leaveBrowser(owner);
  endHere(end, owner, refused);
}

/** The end in this tab; the browser's storage is in order already. */
function endHere(end: End, owner: string, refused?: Error): void {
  stopRenewals();
  const { accessToken, refreshToken } = store.get(authAtom);
  // A visitor who came to what needs a session keeps the way there.
  if (end === "left" || accessToken || refreshToken) leaveTab(owner, store.get(openIdsAtom));
  endLifetime();
  store.set(endedAtom, true);
  followAuth(noAuth);
  rereadSlices();
  for (const listener of endListeners) listener(end, refused);
}

/** Another tab renewed, ended or began a session: this one does as the browser's storage says. */
function follow(): void {
  const [own, stored] = [store.get(authAtom), readStoredAuth()];
  if (own.accessToken && !isStored()) return; // without storage there are no other tabs
  if (own.accessToken === stored.accessToken && own.refreshToken === stored.refreshToken) return;
  const expired = isLeft();
  const subject = findSubject(stored.accessToken);
  if (own.accessToken && (!stored.accessToken || findSubject(own.accessToken) !== subject)) {
    if (expired) for (const listener of lastWords) listener();
    endHere(expired ? "expired" : "left", expired ? findSubject(own.accessToken) : "");
  }
  if (!stored.accessToken) return;
  const isNew = !store.get(signedInAtom);
  begin(subject);
  followAuth(stored);
  planRenewal(renewInTime);
  if (isNew) void calls?.identify();
}

/** Logs out: the server ends the session too; the browser's end does not wait for it. */
export function signOut(): void {
  if (store.get(authAtom).accessToken)
    void calls?.logout().catch((error: unknown) => console.warn("Logout did not reach the server", error));
  endSession();
}

/** The sign-in page stands: what ended lies behind. */
export const settleEnd = (): void => store.set(endedAtom, false);
