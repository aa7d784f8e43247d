// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { fetchAnswer, findFile, loadFile } from "#renderer/data/files.ts";
import { watchCalls } from "#renderer/data/watch-calls.ts";
import { transfer } from "#renderer/form/services/upload.ts";
import { SessionOver } from "#renderer/session/lifetime.ts";
import { endSession, judgeFailures, keepTokens } from "#renderer/session/session.ts";

// Whatever is asked of the wallet is told once it ends: events of errors and of dropped requests are made of it.

const file = "/utility/api/1.0/files/one";
const told: unknown[] = [];
watchCalls(({ operation, outcome, failure }) =>
  told.push(failure ? [operation, outcome, failure.status, failure.code] : [operation, outcome]),
);
judgeFailures((failure) => failure instanceof Failure && failure.status === 401);
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", send);
  send.mockReset();
  send.mockImplementation(() => Promise.resolve(new Response('{"code":0,"data":{}}')));
  const accessToken = `head.${btoa(JSON.stringify({ sub: "asha" }))}.signature`;
  keepTokens({ accessToken, refreshToken: "r1", refreshTokenExpiresIn: 3600 });
});
afterEach(() => {
  endSession();
  told.splice(0);
  vi.unstubAllGlobals();
});

test("a call that is answered, and one that is refused with a code", async () => {
  await call("transactions.list");
  send.mockResolvedValueOnce(new Response('{"code":109}', { status: 409 }));
  await expect(call("transactions.list")).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["transactions.list", "answered"],
    ["transactions.list", "failed", 409, 109],
  ]);
});

test("a download that fails: the server is in trouble, the file is nobody's, the line is lost", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 500 }));
  await expect(loadFile(file)).rejects.toThrow(Failure);
  send.mockResolvedValueOnce(new Response('{"code":104}', { status: 404 }));
  await expect(fetchAnswer("profile.export", {})).rejects.toThrow(Failure);
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(findFile(file)).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["files.get", "failed", 500, 0],
    ["profile.export", "failed", 404, 104],
    ["files.get", "failed", 0, 0],
  ]);
});

test("a call that is cut off because the page is left is dropped, not failed", async () => {
  send.mockRejectedValue(new TypeError("Failed to fetch"));
  window.dispatchEvent(new Event("pagehide"));
  await expect(call("notifications.list")).rejects.toThrow(Failure);
  window.dispatchEvent(new Event("pageshow"));
  await expect(call("notifications.list")).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["notifications.list", "aborted"],
    ["notifications.list", "failed", 0, 0],
  ]);
});

test("a call that is cut off as soon as another page is asked for is dropped; where the page stays, what is asked from then on counts", async () => {
  send.mockImplementationOnce(async () => {
    // Firefox: long before the page is hidden.
    window.dispatchEvent(new Event("beforeunload"));
    throw new TypeError("NetworkError when attempting to fetch resource.");
  });
  await expect(call("notifications.list")).rejects.toThrow(Failure);
  send.mockRejectedValueOnce(new TypeError("NetworkError when attempting to fetch resource."));
  await expect(call("notifications.list")).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["notifications.list", "aborted"],
    ["notifications.list", "failed", 0, 0],
  ]);
});

test("a file that is not there is an answer, when its name is asked for", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 404 }));
  expect(await findFile(file)).toBeNull();
  expect(told).toEqual([["files.get", "answered"]]);
});

test("a download that nobody waits for any more is dropped", async () => {
  const left = new AbortController();
  send.mockImplementationOnce(async (_url, { signal }) => {
    left.abort();
    signal?.throwIfAborted();
    return new Response();
  });
  await expect(loadFile(file, left.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(told).toEqual([["files.get", "aborted"]]);
});

test("a download that the session ends with is told as what it was", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 401 }));
  await expect(loadFile(file)).rejects.toBeInstanceOf(SessionOver);
  expect(told).toEqual([["files.get", "failed", 401, 0]]);
});

test("an upload that is cancelled", async () => {
  const cancelled = AbortSignal.abort();
  const order = {
    endpoint: "/utility/api/1.0/uploads",
    resumeKey: "k",
    signal: cancelled,
    onProgress: () => undefined,
  };
  await expect(transfer(new File(["%PDF"], "degree.pdf"), order)).rejects.toBe(cancelled.reason);
  expect(told).toEqual([["files.upload", "aborted"]]);
});
