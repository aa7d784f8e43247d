// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getSessionSignal, SessionEndedError } from "#renderer/session/session-signal.ts";
import type { Renewal } from "#renderer/session/token-renewal.ts";
import {
  beforeExpiry,
  endSession,
  findBearer,
  isFromReplacedTokens,
  setFinalFailureTest,
  storeTokens,
  endSessionIfFinal,
  onSessionEnd,
  phaseAtom,
  renew,
  restartSession,
  acknowledgeSessionEnd,
  signOut,
  startSession,
  type SessionEnd,
  type SessionCalls,
} from "#renderer/session/session.ts";
import { setAuthInMemory, noAuth } from "#renderer/session/auth.ts";
import {
  authAtom,
  readOwnedIds,
  miscAtom,
  openIdsAtom,
  readStoredIds,
  signedInAtom,
  store,
  toOwnedIds,
  viewAtom,
} from "#renderer/session/slices.ts";
import { baseUrl } from "#renderer/session/base-url.ts";

const toToken = (sub: string, name = "first") => `head.${btoa(JSON.stringify({ sub, name }))}.signature`;
const tokens = { accessToken: toToken("asha"), refreshToken: "r1", refreshTokenExpiresIn: 3600 };
const renewed = { ...tokens, accessToken: toToken("asha", "second"), refreshToken: "r2" };
const expired = new Error("Session Expired");
// Only one tab holds the lock.
Object.defineProperty(navigator, "locks", {
  value: { request: (_name: string, run: () => Promise<boolean>) => run() },
});
let answer: Renewal | Promise<Renewal>;
const asked: string[] = [];
const ends = vi.fn<(end: SessionEnd, refused?: Error) => void>();
const identify = vi.fn<() => Promise<void>>(() => Promise.resolve());
const logout = vi.fn<() => Promise<void>>(() => Promise.resolve());
onSessionEnd(ends);
setFinalFailureTest((failure) => failure === expired);
const calls: SessionCalls = {
  renew: async (refreshToken) => {
    asked.push(refreshToken);
    return answer;
  },
  logout,
  identify,
};
startSession(calls);

beforeEach(() => {
  vi.useFakeTimers();
  storeTokens(tokens);
  asked.length = 0;
  vi.clearAllMocks();
});
afterEach(() => {
  endSession();
  acknowledgeSessionEnd();
  vi.useRealTimers();
});

describe("token renewal", () => {
  test("renews a minute before the tokens expire and fetches the profile again", async () => {
    answer = { tokens: renewed };
    await vi.advanceTimersByTimeAsync(3_539_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(["r1"]);
    expect(findBearer()).toBe(renewed.accessToken);
    expect(identify).toHaveBeenCalledOnce();
  });

  test("waits half a minute between renewals when the lifetime is shorter", async () => {
    answer = { tokens: { ...renewed, refreshToken: "r1", refreshTokenExpiresIn: 5 } };
    await renew();
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(asked).toHaveLength(3);
  });

  test("uses the former lifetime when the answer names none, and ten minutes without a former one", async () => {
    const unsaid = { accessToken: renewed.accessToken, refreshToken: "r2" };
    answer = { tokens: unsaid };
    await renew();
    expect(store.get(authAtom).refreshTokenExpiresIn).toBe(3600);
    endSession();
    await renew("from a link");
    expect(asked.at(-1)).toBe("from a link");
    expect(store.get(authAtom).refreshTokenExpiresIn).toBe(600);
  });

  test("ends the session with the reason and without tokens when a renewal is refused", async () => {
    answer = { refused: expired };
    expect(await renew()).toBe(false);
    expect(ends).toHaveBeenCalledExactlyOnceWith("expired", expired);
    expect(store.get(phaseAtom)).toBe("ended");
    expect(findBearer()).toBeUndefined();
    expect(localStorage.getItem("root-v3")).toBeNull();
    expect(localStorage.getItem("refreshToken")).toBeNull();
  });

  test("retries at once and after half a minute when there is no answer", async () => {
    answer = "unanswered";
    const first = renew();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toBe(false);
    expect(asked).toEqual(["r1", "r1"]);
    expect(findBearer()).toBe(tokens.accessToken);
    answer = { tokens };
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(3);
    expect(ends).not.toHaveBeenCalled();
  });

  test("ends the session when the definitions arrive, if a renewal was refused before", async () => {
    await vi.advanceTimersByTimeAsync(60_000); // the stored tokens are older than half a minute
    answer = { refused: expired };
    restartSession(calls);
    await vi.advanceTimersByTimeAsync(0);
    expect([asked, endSessionIfFinal(expired, getSessionSignal())]).toEqual([["r1"], false]);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["signedIn", []]);
    setFinalFailureTest((failure) => failure === expired);
    baseUrl.save("/profile");
    await vi.advanceTimersByTimeAsync(0);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["ended", [["expired", expired]]]);
    storeTokens(renewed);
    expect(baseUrl.read()).toBe("/profile");
  });

  test("keeps the session when another tab signed in after an early refusal", async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    answer = { refused: expired };
    restartSession(calls);
    await vi.advanceTimersByTimeAsync(0);
    storeTokens(renewed);
    setFinalFailureTest((failure) => failure === expired);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["signedIn", []]);
  });

  test("stores no tokens that arrive after the end of the session", async () => {
    let give: (renewal: Renewal) => void = () => undefined;
    answer = new Promise<Renewal>((resolve) => (give = resolve));
    const late = renew();
    await vi.advanceTimersByTimeAsync(0);
    signOut();
    give({ tokens: renewed });
    expect(await late).toBe(false);
    expect(findBearer()).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  test("renews when the page becomes visible after the device slept", async () => {
    answer = { tokens: renewed };
    vi.setSystemTime(Date.now() + 3_600_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(["r1"]);
  });
});

describe("failed calls", () => {
  test("end the session once when several fail together", () => {
    const lifetime = getSessionSignal();
    expect(endSessionIfFinal(expired, lifetime)).toBe(true);
    expect(endSessionIfFinal(expired, lifetime)).toBe(true);
    expect(ends).toHaveBeenCalledExactlyOnceWith("expired", expired);
    expect(lifetime.reason).toBeInstanceOf(SessionEndedError);
  });

  test("do not end the next session when their own has ended", () => {
    const former = getSessionSignal();
    endSession();
    storeTokens(tokens);
    ends.mockClear();
    expect(endSessionIfFinal(expired, former)).toBe(true);
    expect(ends).not.toHaveBeenCalled();
    expect(store.get(phaseAtom)).toBe("signedIn");
  });

  test("do not end the session when the definitions do not call them final", () => {
    expect(endSessionIfFinal(new Error("other"), getSessionSignal())).toBe(false);
    expect(store.get(signedInAtom)).toBe(true);
  });
});

describe("suspended session", () => {
  beforeEach(() => {
    localStorage.setItem("draft:t1:degree:new", '{"data":{"course":"Physics"}}');
    store.set(openIdsAtom, { orgId: "gce", formId: "form", txnId: "t1" });
    store.set(miscAtom, { currentVerification: "degree" });
    store.set(viewAtom, { form: { tab: 2 } });
    baseUrl.save("/verification?x=1", { state: { verificationName: "degree" } });
  });

  test("leaves nothing in storage and memory after sign-out", () => {
    signOut();
    expect(logout).toHaveBeenCalledOnce();
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.length).toBe(0);
    expect(store.get(openIdsAtom).txnId).toBeUndefined();
    expect(store.get(miscAtom).currentVerification).toBe("");
    expect(store.get(viewAtom)).toEqual({});
    expect(baseUrl.read()).toBe("/");
  });

  test("restores address, state and drafts to their owner after expiry", () => {
    const typed = vi.fn<() => void>(() => localStorage.setItem("draft:t1:tenth:new", '{"data":{}}'));
    const stop = beforeExpiry(typed);
    endSession("expired", expired);
    stop();
    expect(baseUrl.read()).toBe("/");
    expect(store.get(miscAtom).currentVerification).toBe("");
    storeTokens({ ...renewed, refreshToken: "r9" });
    expect(baseUrl.read()).toBe("/verification?x=1");
    expect(baseUrl.readState()).toEqual({ verificationName: "degree" });
    expect(store.get(openIdsAtom)).toMatchObject({ orgId: "gce", formId: "form", txnId: "t1" });
    expect(store.get(miscAtom).currentVerification).toBe("degree");
    expect(localStorage.getItem("draft:t1:degree:new")).toContain("Physics");
    expect(localStorage.getItem("draft:t1:tenth:new")).not.toBeNull();
  });

  test.each(["suspended-owner", "left-by"])("names its owner as %s until the next sign-in", (key) => {
    endSession("expired", expired);
    expect(localStorage.getItem(key)).toBe('"asha"');
    storeTokens(renewed);
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("restores nothing to another user", () => {
    endSession("expired", expired);
    storeTokens({ accessToken: toToken("bina"), refreshToken: "b1", refreshTokenExpiresIn: 3600 });
    expect(baseUrl.read()).toBe("/");
    expect(store.get(openIdsAtom).txnId).toBeUndefined();
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  test("returns to a form link that was opened before sign-in", () => {
    endSession("expired", expired);
    baseUrl.save("/ekyc/other?orgId=harbour", { isForm: true });
    storeTokens(renewed);
    expect(baseUrl.read()).toBe("/ekyc/other?orgId=harbour");
  });
});

describe("suspended session of the former build", () => {
  beforeEach(() => {
    localStorage.setItem("draft:t1:degree:new", '{"data":{"course":"Physics"}}');
    store.set(openIdsAtom, { orgId: "gce", formId: "form", txnId: "t1" });
    baseUrl.save("/verification?x=1");
    endSession("expired", expired);
    const { owner, ids, state } = JSON.parse(sessionStorage.getItem("suspended-session")!) as Record<string, unknown>;
    sessionStorage.clear();
    sessionStorage.setItem("left", JSON.stringify({ owner, ids, place: state }));
    localStorage.removeItem("suspended-owner");
    localStorage.setItem("left-by", JSON.stringify(owner));
  });

  test("restores address, ids and drafts to their owner, and removes the former keys", () => {
    storeTokens({ ...renewed, refreshToken: "r9" });
    expect(baseUrl.read()).toBe("/verification?x=1");
    expect(store.get(openIdsAtom)).toMatchObject({ orgId: "gce", formId: "form", txnId: "t1" });
    expect(localStorage.getItem("draft:t1:degree:new")).toContain("Physics");
    expect([localStorage.getItem("left-by"), sessionStorage.getItem("left")]).toEqual([null, null]);
  });

  test("restores nothing to another user", () => {
    storeTokens({ accessToken: toToken("bina"), refreshToken: "b1", refreshTokenExpiresIn: 3600 });
    expect(baseUrl.read()).toBe("/");
    expect(localStorage.getItem("draft:t1:degree:new")).toBeNull();
  });
});

describe("open ids", () => {
  const own = { orgId: "gce", formId: "evaluation", txnId: "t1" };
  const others = { orgId: "harbour", formId: "joining", txnId: "t2" };
  const openElsewhere = () =>
    Object.entries(others).forEach(([name, id]) => localStorage.setItem(name, JSON.stringify(id)));

  test("come from storage at start", () => {
    openElsewhere();
    expect(readStoredIds()).toEqual(others);
  });

  test("of a former user are ignored in the tab's history", () => {
    store.set(openIdsAtom, own);
    const step = toOwnedIds(own);
    expect(readOwnedIds(step)).toEqual(own);
    const { owner, ...ids } = step;
    expect(readOwnedIds({ ...ids, of: owner }), "an entry of the former build").toEqual(own);
    // Another user signed in while this tab slept.
    localStorage.clear();
    openElsewhere();
    setAuthInMemory({ ...tokens, accessToken: toToken("bina") });
    expect(readStoredIds()).toEqual(others);
    expect(readOwnedIds(step)).toBeUndefined();
  });

  test("of a visitor belong to the user who signs in", () => {
    setAuthInMemory(noAuth);
    const step = toOwnedIds({ orgId: "gce", formId: "evaluation" });
    setAuthInMemory(tokens);
    expect(readOwnedIds(step)).toEqual({ orgId: "gce", formId: "evaluation", txnId: undefined });
    for (const broken of [null, "gce", {}, { of: 1 }]) expect(readOwnedIds(broken)).toBeUndefined();
  });
});

describe("other tabs", () => {
  const tell = () => window.dispatchEvent(new StorageEvent("storage", { key: "root-v3" }));

  test("end the session and clear storage here when they sign out", () => {
    baseUrl.save("/profile");
    localStorage.clear();
    tell();
    expect(ends).toHaveBeenCalledExactlyOnceWith("signedOut", undefined);
    expect(findBearer()).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

  test("pass on renewed tokens and the next renewal", async () => {
    localStorage.setItem("root-v3", JSON.stringify({ auth: { ...renewed, renewedAt: Date.now() }, version: 3 }));
    tell();
    expect(findBearer()).toBe(renewed.accessToken);
    answer = { tokens: renewed };
    await vi.advanceTimersByTimeAsync(3_540_000);
    expect(asked).toEqual(["r2"]);
  });

  const signInElsewhere = () =>
    localStorage.setItem("root-v3", JSON.stringify({ auth: { ...renewed, renewedAt: Date.now() }, version: 3 }));

  test("keep the session when they signed in again and a renewal is refused here", async () => {
    let refuse = (_renewal: Renewal) => {};
    answer = new Promise<Renewal>((resolve) => (refuse = resolve));
    const renewing = renew();
    signInElsewhere(); // the storage event has not arrived yet
    refuse({ refused: expired });
    await renewing;
    expect(ends).not.toHaveBeenCalled();
    expect(findBearer()).toBe(renewed.accessToken);
    expect(localStorage.getItem("root-v3")).toContain("r2");
  });

  test("make the refusal of former tokens harmless when they signed in again", () => {
    const { accessToken } = tokens;
    expect(isFromReplacedTokens(expired, accessToken)).toBe(false);
    signInElsewhere();
    expect(isFromReplacedTokens(expired, accessToken)).toBe(true);
    expect(isFromReplacedTokens(expired, renewed.accessToken)).toBe(false);
    expect(ends).not.toHaveBeenCalled();
  });

  test("clear the former user's data when another user signs in", () => {
    store.set(viewAtom, { form: { tab: 2 } });
    const auth = { accessToken: toToken("bina"), refreshToken: "b1", refreshTokenExpiresIn: 3600 };
    localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
    tell();
    expect(ends).toHaveBeenCalledExactlyOnceWith("signedOut", undefined);
    expect(findBearer()).toBe(auth.accessToken);
    expect(store.get(viewAtom)).toEqual({});
    expect(localStorage.getItem("root-v3")).toContain("b1");
  });
});

test("sends no token that cannot be decoded", () => {
  storeTokens({ ...tokens, accessToken: "not a token" });
  expect(findBearer()).toBeUndefined();
});

test("keeps the session in memory when the browser has no storage", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refuse = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse, removeItem: refuse });
  endSession();
  storeTokens(tokens);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(findBearer()).toBe(tokens.accessToken);
  expect(log).toHaveBeenCalled();
  vi.unstubAllGlobals();
  log.mockRestore();
});
