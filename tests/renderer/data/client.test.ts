// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { loadFile } from "#renderer/data/files.ts";
import { sessionCalls } from "#renderer/data/session-calls.ts";
import { SessionEndedError } from "#renderer/session/session-signal.ts";
import { endSession, setFinalFailureTest, storeTokens, onSessionEnd } from "#renderer/session/session.ts";
import { openIdsAtom, profileAtom, store } from "#renderer/session/slices.ts";

const accessToken = `head.${btoa(JSON.stringify({ sub: "asha" }))}.signature`;
const tokens = { accessToken, refreshToken: "r1", refreshTokenExpiresIn: 3600 };
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const ends = vi.fn<() => void>();
onSessionEnd(ends);
setFinalFailureTest((failure) => failure instanceof Failure && (failure.status === 401 || failure.code === 138));

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const headersOf = (at = 0) => send.mock.calls[at]?.[1].headers as Record<string, string>;
/** A response that the test controls. Rejects when aborted, like fetch. */
function hold(): { give(response: Response): void } {
  let give: (response: Response) => void = () => undefined;
  send.mockImplementationOnce(
    (_url, { signal }) =>
      new Promise((resolve, reject) => {
        give = resolve;
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  );
  return { give: (response) => give(response) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", send);
  document.head.innerHTML = '<meta name="sanad-organisation" content="gce">';
  storeTokens(tokens);
  send.mockReset();
  ends.mockClear();
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("call", () => {
  test("sends language, organisation, bearer token and no-store headers", async () => {
    send.mockImplementation(() => Promise.resolve(answer(200, { code: 0, data: { mobile: "1" } })));
    expect(await call("profile.get")).toEqual({ mobile: "1" });
    expect(headersOf()).toMatchObject({
      Authorization: `Bearer ${accessToken}`,
      "x-partner-org-id": "gce",
      "Cache-Control": "no-cache, no-store",
      Pragma: "no-cache",
      Expires: "0",
    });
    store.set(openIdsAtom, { orgId: "lotus" });
    await call("profile.login", { mobile: "1" });
    expect(headersOf(1)).toMatchObject({ "x-partner-org-id": "lotus" });
    expect(headersOf(1)).not.toHaveProperty("Authorization");
  });

  test("repeats a refused call when the tokens were replaced meanwhile", async () => {
    const held = hold();
    const called = call("profile.get");
    await vi.advanceTimersByTimeAsync(0);
    const renewed = { ...tokens, accessToken: `${accessToken.slice(0, -1)}2`, refreshToken: "r2" };
    localStorage.setItem("root-v3", JSON.stringify({ auth: renewed, version: 3 }));
    send.mockImplementation(() => Promise.resolve(answer(200, { code: 0, data: { mobile: "1" } })));
    held.give(answer(401, { code: 101 }));
    expect(await called).toEqual({ mobile: "1" });
    expect(headersOf(send.mock.calls.length - 1)["Authorization"]).toBe(`Bearer ${renewed.accessToken}`);
    expect(ends).not.toHaveBeenCalled();
  });

  test("ends the session when the call is refused with the new tokens too", async () => {
    const held = hold();
    const called = call("profile.get");
    await vi.advanceTimersByTimeAsync(0);
    const renewed = { ...tokens, accessToken: `${accessToken.slice(0, -1)}2`, refreshToken: "r2" };
    localStorage.setItem("root-v3", JSON.stringify({ auth: renewed, version: 3 }));
    send.mockImplementation(() => Promise.resolve(answer(401, { code: 101 })));
    held.give(answer(401, { code: 101 }));
    await expect(called).rejects.toBeInstanceOf(SessionEndedError);
    expect(ends).toHaveBeenCalledOnce();
  });

  test("times out after ten minutes", async () => {
    hold();
    const late = call("profile.get", {}, { signal: new AbortController().signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(ends).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject({ name: "Failure", status: 0 });
  });

  test("fails with the status alone when the answer is no envelope", async () => {
    send.mockResolvedValueOnce(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(call("profile.get")).rejects.toMatchObject({ name: "Failure", status: 502, code: 0 });
  });
});

describe("end of the session", () => {
  for (const [name, status, code] of [
    ["HTTP 401", 401, 101],
    ["body code 138 with status 200", 200, 138],
  ] as const)
    test(`happens once for all pending calls after ${name}`, async () => {
      const other = hold();
      const late = call("transactions.list").catch((error: unknown) => error);
      send.mockResolvedValueOnce(answer(status, { code }));
      await expect(call("profile.get")).rejects.toBeInstanceOf(SessionEndedError);
      other.give(answer(401, { code }));
      expect(await late).toBeInstanceOf(SessionEndedError);
      expect(ends).toHaveBeenCalledOnce();
    });

  test("happens when a file is refused", async () => {
    send.mockResolvedValueOnce(new Response(null, { status: 401 }));
    await expect(loadFile("/utility/api/1.0/files/one")).rejects.toBeInstanceOf(SessionEndedError);
    expect(ends).toHaveBeenCalledOnce();
  });

  test("happens before anything is sent when there is no token", async () => {
    endSession();
    ends.mockClear();
    await expect(call("profile.get")).rejects.toBeInstanceOf(SessionEndedError);
    expect(send).not.toHaveBeenCalled();
    expect(ends).toHaveBeenCalledOnce();
  });

  test("discards an answer that arrives later", async () => {
    const late = hold();
    const asked = sessionCalls.identify();
    endSession();
    late.give(answer(200, { code: 0, data: { mobile: "1" } }));
    await asked;
    expect(store.get(profileAtom)).toEqual({});
  });
});

describe("renewal", () => {
  test.each([503, 429, 408])("is not refused by status %i", async (status) => {
    send.mockResolvedValueOnce(answer(status, { code: 1 }));
    expect(await sessionCalls.renew("r1")).toBe("unanswered");
  });

  test("reports a refusal only to the session", async () => {
    send.mockResolvedValueOnce(answer(401, { code: 138 }));
    expect(await sessionCalls.renew("r1")).toMatchObject({ refused: { status: 401, code: 138 } });
    expect(headersOf()).toMatchObject({ Authorization: "Bearer r1" });
    expect(ends).not.toHaveBeenCalled();
  });

  test("keeps the refresh token when only an access token arrives", async () => {
    send.mockResolvedValueOnce(answer(200, { code: 0, data: { accessToken } }));
    expect(await sessionCalls.renew("r1")).toEqual({ tokens: { accessToken, refreshToken: "r1" } });
  });
});
