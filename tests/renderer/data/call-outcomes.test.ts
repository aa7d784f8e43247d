// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { fetchDownload, fetchFileFacts, loadFile } from "#renderer/data/files.ts";
import { watchCallOutcomes } from "#renderer/data/call-outcomes.ts";
import { uploadResumable } from "#renderer/form/services/resumable-upload.ts";
import { SessionEndedError } from "#renderer/session/session-signal.ts";
import { endSession, setFinalFailureTest, storeTokens } from "#renderer/session/session.ts";

// Analytics events of errors and aborted requests depend on these outcomes.

const file = "/utility/api/1.0/files/one";
const told: unknown[] = [];
watchCallOutcomes(({ operation, outcome, failure }) =>
  told.push(failure ? [operation, outcome, failure.status, failure.code] : [operation, outcome]),
);
setFinalFailureTest((failure) => failure instanceof Failure && failure.status === 401);
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", send);
  send.mockReset();
  send.mockImplementation(() => Promise.resolve(new Response('{"code":0,"data":{}}')));
  const accessToken = `head.${btoa(JSON.stringify({ sub: "asha" }))}.signature`;
  storeTokens({ accessToken, refreshToken: "r1", refreshTokenExpiresIn: 3600 });
});
afterEach(() => {
  endSession();
  told.splice(0);
  vi.unstubAllGlobals();
});

test("reports an answer, and a refusal with its code", async () => {
  await call("transactions.list");
  send.mockResolvedValueOnce(new Response('{"code":109}', { status: 409 }));
  await expect(call("transactions.list")).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["transactions.list", "answered"],
    ["transactions.list", "failed", 409, 109],
  ]);
});

test("reports a failed download: server error, foreign file, lost connection", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 500 }));
  await expect(loadFile(file)).rejects.toThrow(Failure);
  send.mockResolvedValueOnce(new Response('{"code":104}', { status: 404 }));
  await expect(fetchDownload("profile.export", {})).rejects.toThrow(Failure);
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(fetchFileFacts(file)).rejects.toThrow(Failure);
  expect(told).toEqual([
    ["files.get", "failed", 500, 0],
    ["profile.export", "failed", 404, 104],
    ["files.get", "failed", 0, 0],
  ]);
});

test("reports a call as aborted when the page closes", async () => {
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

test("reports a call as aborted when a navigation begins, and later calls as usual when the page stays", async () => {
  send.mockImplementationOnce(async () => {
    // Firefox: fires long before the page is hidden.
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

test("reports a missing file as answered when only its facts are requested", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 404 }));
  expect(await fetchFileFacts(file)).toBeNull();
  expect(told).toEqual([["files.get", "answered"]]);
});

test("reports a download as aborted when the caller stops it", async () => {
  const left = new AbortController();
  send.mockImplementationOnce(async (_url, { signal }) => {
    left.abort();
    signal?.throwIfAborted();
    return new Response();
  });
  await expect(loadFile(file, left.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(told).toEqual([["files.get", "aborted"]]);
});

test("reports the failure of a download that ends the session", async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 401 }));
  await expect(loadFile(file)).rejects.toBeInstanceOf(SessionEndedError);
  expect(told).toEqual([["files.get", "failed", 401, 0]]);
});

test("reports a cancelled upload as aborted", async () => {
  const cancelled = AbortSignal.abort();
  const order = {
    endpoint: "/utility/api/1.0/uploads",
    resumeKey: "k",
    signal: cancelled,
    onProgress: () => undefined,
  };
  await expect(uploadResumable(new File(["%PDF"], "degree.pdf"), order)).rejects.toBe(cancelled.reason);
  expect(told).toEqual([["files.upload", "aborted"]]);
});
