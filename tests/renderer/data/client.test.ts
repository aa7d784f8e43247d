// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { loadFile } from "#renderer/data/files.ts";
import { sessionCalls } from "#renderer/data/session-calls.ts";
import { SessionOver } from "#renderer/session/lifetime.ts";
import { endSession, judgeFailures, keepTokens, onSessionEnd } from "#renderer/session/session.ts";
import { openIdsAtom, profileAtom, store } from "#renderer/session/slices.ts";

const accessToken = `head.${btoa(JSON.stringify({ sub: "asha" }))}.signature`;
const tokens = { accessToken, refreshToken: "r1", refreshTokenExpiresIn: 3600 };
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const ends = vi.fn<() => void>();
onSessionEnd(ends);
judgeFailures((failure) => failure instanceof Failure && (failure.status === 401 || failure.code === 138));

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const headersOf = (at = 0) => send.mock.calls[at]?.[1].headers as Record<string, string>;
/** An answer that comes when the test says so; like fetch it gives up when it is aborted. */
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
  keepTokens(tokens);
  send.mockReset();
  ends.mockClear();
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a call", () => {
  test("says who asks, for which organisation, and that nothing on the way may keep the answer", async () => {
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

  test("that is refused with tokens that were replaced on the way is made again with the new ones", async () => {
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

  test("that is refused again with the new ones ends the session", async () => {
    const held = hold();
    const called = call("profile.get");
    await vi.advanceTimersByTimeAsync(0);
    const renewed = { ...tokens, accessToken: `${accessToken.slice(0, -1)}2`, refreshToken: "r2" };
    localStorage.setItem("root-v3", JSON.stringify({ auth: renewed, version: 3 }));
    send.mockImplementation(() => Promise.resolve(answer(401, { code: 101 })));
    held.give(answer(401, { code: 101 }));
    await expect(called).rejects.toBeInstanceOf(SessionOver);
    expect(ends).toHaveBeenCalledOnce();
  });

  test("gives up after ten minutes, whoever else may stop it", async () => {
    hold();
    const late = call("profile.get", {}, { signal: new AbortController().signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(ends).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject({ name: "Failure", status: 0 });
  });

  test("that is answered by something else than the wallet fails with the status alone", async () => {
    send.mockResolvedValueOnce(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(call("profile.get")).rejects.toMatchObject({ name: "Failure", status: 502, code: 0 });
  });
});

describe("an end of the session", () => {
  for (const [name, status, code] of [
    ["HTTP 401", 401, 101],
    ["body code 138, whatever the status", 200, 138],
  ] as const)
    test(`comes with ${name}, once for all that was under way`, async () => {
      const other = hold();
      const late = call("transactions.list").catch((error: unknown) => error);
      send.mockResolvedValueOnce(answer(status, { code }));
      await expect(call("profile.get")).rejects.toBeInstanceOf(SessionOver);
      other.give(answer(401, { code }));
      expect(await late).toBeInstanceOf(SessionOver);
      expect(ends).toHaveBeenCalledOnce();
    });

  test("comes with a file that is refused", async () => {
    send.mockResolvedValueOnce(new Response(null, { status: 401 }));
    await expect(loadFile("/utility/api/1.0/files/one")).rejects.toBeInstanceOf(SessionOver);
    expect(ends).toHaveBeenCalledOnce();
  });

  test("comes before anything is sent, where no token is there to send", async () => {
    endSession();
    ends.mockClear();
    await expect(call("profile.get")).rejects.toBeInstanceOf(SessionOver);
    expect(send).not.toHaveBeenCalled();
    expect(ends).toHaveBeenCalledOnce();
  });

  test("drops the answer that was on its way", async () => {
    const late = hold();
    const asked = sessionCalls.identify();
    endSession();
    late.give(answer(200, { code: 0, data: { mobile: "1" } }));
    await asked;
    expect(store.get(profileAtom)).toEqual({});
  });
});

describe("a renewal", () => {
  test.each([503, 429, 408])("answered %i is not refused", async (status) => {
    send.mockResolvedValueOnce(answer(status, { code: 1 }));
    expect(await sessionCalls.renew("r1")).toBe("unanswered");
  });

  test("that is refused says so to the session alone", async () => {
    send.mockResolvedValueOnce(answer(401, { code: 138 }));
    expect(await sessionCalls.renew("r1")).toMatchObject({ refused: { status: 401, code: 138 } });
    expect(headersOf()).toMatchObject({ Authorization: "Bearer r1" });
    expect(ends).not.toHaveBeenCalled();
  });

  test("that brings an access token alone keeps the refresh token", async () => {
    send.mockResolvedValueOnce(answer(200, { code: 0, data: { accessToken } }));
    expect(await sessionCalls.renew("r1")).toEqual({ tokens: { accessToken, refreshToken: "r1" } });
  });
});
