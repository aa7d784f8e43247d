// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  endSession,
  findBearer,
  keepTokens,
  onSessionEnd,
  renew,
  startSession,
  type Renewal,
} from "#renderer/session/session.ts";
import { miscAtom, signedInAtom, store } from "#renderer/session/slices.ts";

const toToken = (name: string) => `head.${btoa(JSON.stringify({ name }))}.signature`;
const tokens = { accessToken: toToken("first"), refreshToken: "r1", refreshTokenExpiresIn: 3600 };
// One tab has the lock to itself.
Object.defineProperty(navigator, "locks", {
  value: { request: (_name: string, run: () => Promise<boolean>) => run() },
});
let answer: Renewal;
const asked: string[] = [];
const ends = vi.fn<(refused?: Error) => void>();
onSessionEnd(ends);
startSession({
  renew: (refreshToken) => {
    asked.push(refreshToken);
    return Promise.resolve(answer);
  },
  logout: () => Promise.resolve(),
});

beforeEach(() => {
  vi.useFakeTimers();
  keepTokens(tokens);
  asked.length = 0;
  ends.mockClear();
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});

test("tokens are renewed a minute before they expire", async () => {
  answer = { tokens: { ...tokens, accessToken: toToken("second"), refreshToken: "r2" } };
  await vi.advanceTimersByTimeAsync(3_539_000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(["r1"]);
  expect(findBearer()).toBe(toToken("second"));
});

test("a refused renewal ends the session, says why, and leaves nothing of it", async () => {
  store.set(miscAtom, { currentVerification: "some" });
  answer = { refused: new Error("Session Expired") };
  expect(await renew()).toBe(false);
  expect(ends).toHaveBeenCalledExactlyOnceWith(answer.refused);
  expect(store.get(signedInAtom)).toBe(false);
  expect(store.get(miscAtom).currentVerification).toBe("");
  expect(findBearer()).toBeUndefined();
});

test("a lost line ends nothing: the session tries again", async () => {
  answer = "unanswered";
  expect(await renew()).toBe(false);
  expect(ends).not.toHaveBeenCalled();
  expect(findBearer()).toBe(tokens.accessToken);
  answer = { tokens };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(["r1", "r1"]);
});

test("a session that another tab ended is over here too", () => {
  localStorage.removeItem("root-v3");
  window.dispatchEvent(new StorageEvent("storage", { key: "root-v3" }));
  expect(ends).toHaveBeenCalledOnce();
  expect(findBearer()).toBeUndefined();
});

test("a token that cannot be read is no bearer: nothing is sent with it", () => {
  keepTokens({ ...tokens, accessToken: "not a token" });
  expect(findBearer()).toBeUndefined();
});
