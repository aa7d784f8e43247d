// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readLifetime, SessionOver } from "#renderer/session/lifetime.ts";
import type { Renewal } from "#renderer/session/renewal.ts";
import {
  beforeExpiry,
  endSession,
  findBearer,
  isOfFormer,
  judgeFailures,
  keepTokens,
  meetsEnd,
  onSessionEnd,
  phaseAtom,
  renew,
  reopenSession,
  settleEnd,
  signOut,
  startSession,
  type End,
  type SessionCalls,
} from "#renderer/session/session.ts";
import { followAuth, noAuth } from "#renderer/session/auth.ts";
import {
  authAtom,
  findOwned,
  miscAtom,
  openIdsAtom,
  readStoredIds,
  signedInAtom,
  store,
  toOwned,
  viewAtom,
} from "#renderer/session/slices.ts";
import { baseUrl } from "#renderer/session/base-url.ts";

const toToken = (sub: string, name = "first") => `head.${btoa(JSON.stringify({ sub, name }))}.signature`;
const tokens = { accessToken: toToken("asha"), refreshToken: "r1", refreshTokenExpiresIn: 3600 };
const renewed = { ...tokens, accessToken: toToken("asha", "second"), refreshToken: "r2" };
const expired = new Error("Session Expired");
// One tab has the lock to itself.
Object.defineProperty(navigator, "locks", {
  value: { request: (_name: string, run: () => Promise<boolean>) => run() },
});
let answer: Renewal | Promise<Renewal>;
const asked: string[] = [];
const ends = vi.fn<(end: End, refused?: Error) => void>();
const identify = vi.fn<() => Promise<void>>(() => Promise.resolve());
const logout = vi.fn<() => Promise<void>>(() => Promise.resolve());
onSessionEnd(ends);
judgeFailures((failure) => failure === expired);
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
  keepTokens(tokens);
  asked.length = 0;
  vi.clearAllMocks();
});
afterEach(() => {
  endSession();
  settleEnd();
  vi.useRealTimers();
});

describe("renewals", () => {
  test("come a minute before the tokens expire, and ask anew who it is", async () => {
    answer = { tokens: renewed };
    await vi.advanceTimersByTimeAsync(3_539_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(["r1"]);
    expect(findBearer()).toBe(renewed.accessToken);
    expect(identify).toHaveBeenCalledOnce();
  });

  test("are half a minute apart however short the tokens live", async () => {
    answer = { tokens: { ...renewed, refreshToken: "r1", refreshTokenExpiresIn: 5 } };
    await renew();
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(asked).toHaveLength(3);
  });

  test("keep the former lifetime when none is said; ten minutes when there was none either", async () => {
    const unsaid = { accessToken: renewed.accessToken, refreshToken: "r2" };
    answer = { tokens: unsaid };
    await renew();
    expect(store.get(authAtom).refreshTokenExpiresIn).toBe(3600);
    endSession();
    await renew("from a link");
    expect(asked.at(-1)).toBe("from a link");
    expect(store.get(authAtom).refreshTokenExpiresIn).toBe(600);
  });

  test("that are refused end the session, say why, and leave no token", async () => {
    answer = { refused: expired };
    expect(await renew()).toBe(false);
    expect(ends).toHaveBeenCalledExactlyOnceWith("expired", expired);
    expect(store.get(phaseAtom)).toBe("ended");
    expect(findBearer()).toBeUndefined();
    expect(localStorage.getItem("root-v3")).toBeNull();
    expect(localStorage.getItem("refreshToken")).toBeNull();
  });

  test("that nobody answers end nothing: asked once more, then half a minute later", async () => {
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

  test("that are refused before the documents are there end the session when they are, from the place that stands then", async () => {
    await vi.advanceTimersByTimeAsync(60_000); // the stored tokens are no recent ones
    answer = { refused: expired };
    reopenSession(calls);
    await vi.advanceTimersByTimeAsync(0);
    expect([asked, meetsEnd(expired, readLifetime())]).toEqual([["r1"], false]);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["signedIn", []]);
    judgeFailures((failure) => failure === expired);
    baseUrl.keep("/profile");
    await vi.advanceTimersByTimeAsync(0);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["ended", [["expired", expired]]]);
    keepTokens(renewed);
    expect(baseUrl.take()).toBe("/profile");
  });

  test("that were refused before the documents were there end nothing when somebody has signed in anew", async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    answer = { refused: expired };
    reopenSession(calls);
    await vi.advanceTimersByTimeAsync(0);
    keepTokens(renewed);
    judgeFailures((failure) => failure === expired);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.get(phaseAtom), ends.mock.calls]).toEqual(["signedIn", []]);
  });

  test("that are answered after the end write no token", async () => {
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

  test("that the timer missed while the device slept are made up for when the page is seen again", async () => {
    answer = { tokens: renewed };
    vi.setSystemTime(Date.now() + 3_600_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(["r1"]);
  });
});

describe("a failed call", () => {
  test("ends the session once, however many fail with it", () => {
    const lifetime = readLifetime();
    expect(meetsEnd(expired, lifetime)).toBe(true);
    expect(meetsEnd(expired, lifetime)).toBe(true);
    expect(ends).toHaveBeenCalledExactlyOnceWith("expired", expired);
    expect(lifetime.reason).toBeInstanceOf(SessionOver);
  });

  test("of an ended session does not end the next one", () => {
    const former = readLifetime();
    endSession();
    keepTokens(tokens);
    ends.mockClear();
    expect(meetsEnd(expired, former)).toBe(true);
    expect(ends).not.toHaveBeenCalled();
    expect(store.get(phaseAtom)).toBe("signedIn");
  });

  test("that no document calls final ends nothing", () => {
    expect(meetsEnd(new Error("other"), readLifetime())).toBe(false);
    expect(store.get(signedInAtom)).toBe(true);
  });
});

describe("what is left", () => {
  beforeEach(() => {
    localStorage.setItem("draft:t1:degree:new", '{"data":{"course":"Physics"}}');
    store.set(openIdsAtom, { orgId: "gce", formId: "form", txnId: "t1" });
    store.set(miscAtom, { currentVerification: "degree" });
    store.set(viewAtom, { form: { tab: 2 } });
    baseUrl.keep("/verification?x=1", { state: { verificationName: "degree" } });
  });

  test("after logging out is nothing, in storage and in memory", () => {
    signOut();
    expect(logout).toHaveBeenCalledOnce();
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.length).toBe(0);
    expect(store.get(openIdsAtom).txnId).toBeUndefined();
    expect(store.get(miscAtom).currentVerification).toBe("");
    expect(store.get(viewAtom)).toEqual({});
    expect(baseUrl.take()).toBe("/");
  });

  test("by an expired session is the owner's again: the place, its state, what was typed", () => {
    const typed = vi.fn<() => void>(() => localStorage.setItem("draft:t1:tenth:new", '{"data":{}}'));
    const stop = beforeExpiry(typed);
    endSession("expired", expired);
    stop();
    expect(baseUrl.take()).toBe("/");
    expect(store.get(miscAtom).currentVerification).toBe("");
    keepTokens({ ...renewed, refreshToken: "r9" });
    expect(baseUrl.take()).toBe("/verification?x=1");
    expect(baseUrl.takeState()).toEqual({ verificationName: "degree" });
    expect(store.get(openIdsAtom)).toMatchObject({ orgId: "gce", formId: "form", txnId: "t1" });
    expect(store.get(miscAtom).currentVerification).toBe("degree");
    expect(localStorage.getItem("draft:t1:degree:new")).toContain("Physics");
    expect(localStorage.getItem("draft:t1:tenth:new")).not.toBeNull();
  });

  test("by an expired session is nothing to somebody else", () => {
    endSession("expired", expired);
    keepTokens({ accessToken: toToken("bina"), refreshToken: "b1", refreshTokenExpiresIn: 3600 });
    expect(baseUrl.take()).toBe("/");
    expect(store.get(openIdsAtom).txnId).toBeUndefined();
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  test("a form link that was opened meanwhile is where the sign-in leads", () => {
    endSession("expired", expired);
    baseUrl.keep("/ekyc/other?orgId=harbour", { isForm: true });
    keepTokens(renewed);
    expect(baseUrl.take()).toBe("/ekyc/other?orgId=harbour");
  });
});

describe("the open transaction", () => {
  const own = { orgId: "gce", formId: "evaluation", txnId: "t1" };
  const others = { orgId: "harbour", formId: "joining", txnId: "t2" };
  const openElsewhere = () =>
    Object.entries(others).forEach(([name, id]) => localStorage.setItem(name, JSON.stringify(id)));

  test("is what the browser keeps", () => {
    openElsewhere();
    expect(readStoredIds()).toEqual(others);
  });

  test("of somebody who was here before is nobody's in the tab's history", () => {
    store.set(openIdsAtom, own);
    const step = toOwned(own);
    expect(findOwned(step)).toEqual(own);
    // The tab slept while they logged out and somebody else signed in.
    localStorage.clear();
    openElsewhere();
    followAuth({ ...tokens, accessToken: toToken("bina") });
    expect(readStoredIds()).toEqual(others);
    expect(findOwned(step)).toBeUndefined();
  });

  test("that a visitor opened is theirs who signs in there", () => {
    followAuth(noAuth);
    const step = toOwned({ orgId: "gce", formId: "evaluation" });
    followAuth(tokens);
    expect(findOwned(step)).toEqual({ orgId: "gce", formId: "evaluation", txnId: undefined });
    for (const broken of [null, "gce", {}, { of: 1 }]) expect(findOwned(broken)).toBeUndefined();
  });
});

describe("other tabs", () => {
  const tell = () => window.dispatchEvent(new StorageEvent("storage", { key: "root-v3" }));

  test("that log out end the session here, and here nothing is left either", () => {
    baseUrl.keep("/profile");
    localStorage.clear();
    tell();
    expect(ends).toHaveBeenCalledExactlyOnceWith("left", undefined);
    expect(findBearer()).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

  test("that renewed are followed, and the next renewal is this tab's too", async () => {
    localStorage.setItem("root-v3", JSON.stringify({ auth: { ...renewed, renewedAt: Date.now() }, version: 3 }));
    tell();
    expect(findBearer()).toBe(renewed.accessToken);
    answer = { tokens: renewed };
    await vi.advanceTimersByTimeAsync(3_540_000);
    expect(asked).toEqual(["r2"]);
  });

  const signInElsewhere = () =>
    localStorage.setItem("root-v3", JSON.stringify({ auth: { ...renewed, renewedAt: Date.now() }, version: 3 }));

  test("that began the session anew outlive a renewal that is refused here", async () => {
    let refuse = (_renewal: Renewal) => {};
    answer = new Promise<Renewal>((resolve) => (refuse = resolve));
    const renewing = renew();
    signInElsewhere(); // and word of it has not come yet
    refuse({ refused: expired });
    await renewing;
    expect(ends).not.toHaveBeenCalled();
    expect(findBearer()).toBe(renewed.accessToken);
    expect(localStorage.getItem("root-v3")).toContain("r2");
  });

  test("that began the session anew make a refusal of the former tokens say nothing", () => {
    const { accessToken } = tokens;
    expect(isOfFormer(expired, accessToken)).toBe(false);
    signInElsewhere();
    expect(isOfFormer(expired, accessToken)).toBe(true);
    expect(isOfFormer(expired, renewed.accessToken)).toBe(false);
    expect(ends).not.toHaveBeenCalled();
  });

  test("in which somebody else signed in hand over: nothing of the former person stays", () => {
    store.set(viewAtom, { form: { tab: 2 } });
    const auth = { accessToken: toToken("bina"), refreshToken: "b1", refreshTokenExpiresIn: 3600 };
    localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
    tell();
    expect(ends).toHaveBeenCalledExactlyOnceWith("left", undefined);
    expect(findBearer()).toBe(auth.accessToken);
    expect(store.get(viewAtom)).toEqual({});
    expect(localStorage.getItem("root-v3")).toContain("b1");
  });
});

test("a token that cannot be read is no bearer: nothing is sent with it", () => {
  keepTokens({ ...tokens, accessToken: "not a token" });
  expect(findBearer()).toBeUndefined();
});

test("without storage the session lives in memory, and no glance at other tabs ends it", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refuse = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse, removeItem: refuse });
  endSession();
  keepTokens(tokens);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(findBearer()).toBe(tokens.accessToken);
  expect(log).toHaveBeenCalled();
  vi.unstubAllGlobals();
  log.mockRestore();
});
