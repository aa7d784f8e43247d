import { CompactSign } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

const wallet = "/web-wallet/api/1.0";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const renew = (token: string, headers: Record<string, string> = {}) =>
  app.call("PUT", `${wallet}/profile/login/get-token`, { token, headers });
const noKey = () => ({});
const freshKey = () => ({ "idempotency-key": newId() });
const getProfile = (token: string) => app.call("GET", `${wallet}/profile`, { token });

test("the access token is a JWT that a client can decode", async () => {
  const { accessToken } = await app.signIn(newMobile());
  const claims = JSON.parse(Buffer.from(accessToken.split(".")[1]!, "base64url").toString());
  expect(claims.exp - claims.iat).toBe(3600);
});

test("returns the same successor to twenty parallel renewals", async () => {
  const { refreshToken } = await app.signIn(newMobile());
  const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refreshToken)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(new Set(answers.map((answer) => answer.json().data.refreshToken)).size).toBe(1);
  expect((await getProfile(answers[7]!.json().data.accessToken)).statusCode).toBe(200);
});

test.each([
  ["", noKey],
  [", with an Idempotency-Key", freshKey],
])("a spent refresh token works for ten seconds, then its reuse ends the session%s", async (_, toHeaders) => {
  const first = await app.signIn(newMobile());
  const second = (await renew(first.refreshToken, toHeaders())).json().data;
  // Most of the ten seconds are left to a slow machine.
  await app.advance(2);
  expect((await renew(first.refreshToken, toHeaders())).json().data.refreshToken).toBe(second.refreshToken);
  await app.advance(9);
  const reused = await renew(first.refreshToken, toHeaders());
  expect([reused.statusCode, reused.json().code]).toEqual([401, 138]);
  expect((await getProfile(second.accessToken)).json().code).toBe(138);
  expect((await renew(second.refreshToken)).json().code).toBe(138);
});

test("a refresh token lasts an hour, each renewal returns a new one, for twelve hours in all", async () => {
  const started = await app.signIn(newMobile());
  let { refreshToken } = started;
  for (let hour = 0; hour < 12; hour += 1) {
    await app.advance(3590);
    const answer = await renew(refreshToken);
    expect(answer.statusCode).toBe(200);
    ({ refreshToken } = answer.json().data);
  }
  await app.advance(600);
  expect((await renew(refreshToken)).json().code).toBe(101);
  const idle = await app.signIn(newMobile());
  await app.advance(3601);
  expect((await renew(idle.refreshToken)).json().code).toBe(101);
  expect((await getProfile(idle.accessToken)).json().code).toBe(101);
});

test("logout works at once, for the refresh token too, and a second one is 401", async () => {
  const { accessToken, refreshToken } = await app.signIn(newMobile());
  expect((await app.call("POST", `${wallet}/profile/logout`, { token: accessToken, body: {} })).json()).toEqual({
    code: 0,
    data: {},
  });
  expect((await getProfile(accessToken)).json().code).toBe(101);
  expect((await app.call("POST", `${wallet}/profile/logout`, { token: accessToken, body: {} })).statusCode).toBe(401);
  expect((await renew(refreshToken)).json().code).toBe(101);
});

test("answers 401 without token, for garbage, a foreign signature and a refresh token as bearer", async () => {
  const { accessToken, refreshToken } = await app.signIn(newMobile());
  const [head, body] = accessToken.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  expect((await app.call("GET", `${wallet}/profile`)).json()).toMatchObject({ code: 101, message: "Session Expired" });
  for (const token of ["x", `${head}.${body}.AAAA`, `${none}.${body}.`, refreshToken])
    expect((await getProfile(token)).json().code).toBe(101);
  expect((await renew(accessToken)).json().code).toBe(101);
});

test("a sandbox session can have a verified name and an agent", async () => {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile, { name: "Asha Rao", identity: true, agentId: "agent-7" });
  expect((await getProfile(accessToken)).json().data).toMatchObject({
    agentId: "agent-7",
    profileDetails: { name: "Asha Rao" },
    verificationDetailList: { identity: { verificationList: [{ type: "aadhaar" }] } },
  });
});

test("a profile accepts display name and locale, and exports everything except secrets", async () => {
  const { accessToken } = await app.signIn(newMobile());
  const patched = await app.call("PATCH", `${wallet}/profile`, {
    token: accessToken,
    body: { displayName: "New", locale: "hi" },
  });
  expect(patched.json().data).toMatchObject({ displayName: "New", locale: "hi" });
  await app.call("POST", `${wallet}/profile/chat`, { token: accessToken, body: { text: "Hello" } });
  const exported = await app.call("GET", `${wallet}/profile/export`, { token: accessToken });
  expect(exported.json().data).toMatchObject({
    candidate: { display_name: "New" },
    chat_messages: [{ text: "Hello" }],
  });
  expect(exported.body).not.toMatch(/hash|sealed|hmac/);
});

test("returns the chat hash for the candidate's own number only", async () => {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile);
  const own = await app.call("POST", `${wallet}/profile/tawkto-hash`, { token: accessToken, body: { mobile } });
  const same = await app.call("GET", `${wallet}/profile/tawkto-hash`, { token: accessToken });
  expect(own.json().data.hash).toBe(same.json().data.hash);
  expect(
    (
      await app.call("POST", `${wallet}/profile/tawkto-hash`, { token: accessToken, body: { mobile: newMobile() } })
    ).json().code,
  ).toBe(104);
});

test("answers 401 for an invalid token with any body, and spends nothing for an invalid body", async () => {
  const send = (token: string) => app.call("PUT", `${wallet}/profile/login/get-token`, { token, body: { wrong: 1 } });
  expect((await send("nobody")).json().code).toBe(101);
  const { accessToken, refreshToken } = await app.signIn(newMobile());
  expect((await send(accessToken)).json().code).toBe(101);
  expect((await send(refreshToken)).json().code).toBe(100);
  expect((await renew(refreshToken)).statusCode).toBe(200);
});

const listSessions = async (token: string) =>
  (await app.call("GET", `${wallet}/profile/sessions`, { token })).json<{
    data: { list: { id: string; current: boolean; device?: string; network?: string; seenAt: string }[] };
  }>().data.list;
const endSession = (token: string, id = "") =>
  app.call("DELETE", `${wallet}/profile/sessions${id && `/${id}`}`, { token });

test("lists a candidate's sessions, the calling one first, and ends one at once", async () => {
  const mobile = newMobile();
  const [phone, other] = [await app.signIn(mobile), await app.signIn(mobile)];
  const seen = await listSessions(phone.accessToken);
  expect(seen.map(({ current }) => current)).toEqual([true, false]);
  const ended = await endSession(phone.accessToken, seen[1]!.id);
  expect([ended.statusCode, ended.json().data]).toEqual([200, { ended: 1 }]);
  expect((await getProfile(other.accessToken)).json().code).toBe(138);
  expect((await renew(other.refreshToken)).json().code).toBe(138);
  expect(await listSessions(phone.accessToken)).toHaveLength(1);
  expect((await endSession(phone.accessToken, seen[1]!.id)).json().code).toBe(104);
});

test("ends all other sessions of the candidate only", async () => {
  const mobile = newMobile();
  const stranger = await app.signIn(newMobile());
  const [own, ...others] = [await app.signIn(mobile), await app.signIn(mobile), await app.signIn(mobile)];
  const theirs = await listSessions(stranger.accessToken);
  expect((await endSession(own!.accessToken, theirs[0]!.id)).statusCode).toBe(404);
  expect((await endSession(own!.accessToken)).json().data).toEqual({ ended: 2 });
  for (const { accessToken } of others) expect((await getProfile(accessToken)).json().code).toBe(138);
  for (const { accessToken } of [own!, stranger]) expect((await getProfile(accessToken)).statusCode).toBe(200);
});

test("a session shows browser, system, half of the address and the time of last use", async () => {
  const mobile = newMobile();
  const created = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } });
  const proved = await app.call("PUT", `${wallet}/profile/otp/${created.json().data.txnId}/verify`, {
    body: { otp: await app.readCode(mobile) },
    headers: {
      "user-agent":
        "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
    },
  });
  const { accessToken, refreshToken } = proved.json().data;
  const [before] = await listSessions(accessToken);
  expect(before).toMatchObject({ device: "Chrome, Android", network: "127.0.0.…", current: true });
  await app.advance(60);
  const renewed = (await renew(refreshToken)).json().data;
  const [after] = await listSessions(renewed.accessToken);
  expect(Date.parse(after!.seenAt) - Date.parse(before!.seenAt)).toBeGreaterThanOrEqual(59_000);
});

/** An access token of a session as this server would sign it, with other words about itself. */
async function resign(token: string, typ: string | undefined, more: { aud?: unknown }): Promise<string> {
  const { aud: _aud, ...claims } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  const signer = new CompactSign(new TextEncoder().encode(JSON.stringify({ ...claims, ...more })));
  const key = app.services.secrets.key("access-token");
  return signer.setProtectedHeader({ alg: "HS256", ...(typ && { typ }) }).sign(key);
}

test("names type and audience in an access token", async () => {
  const { accessToken } = await app.signIn(newMobile());
  const [header, claims] = accessToken.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect([header, claims].map((part) => /"typ":"at\+jwt"|"aud":"sanad-wallet"/.exec(part!)?.[0])).toEqual([
    '"typ":"at+jwt"',
    '"aud":"sanad-wallet"',
  ]);
});

test.each([
  ["at+jwt", "sanad-wallet", 200],
  ["at+jwt", "another-service", 401],
  ["at+jwt", undefined, 401],
  ["at+jwt", ["sanad-wallet"], 401],
  ["logout+jwt", "sanad-wallet", 401],
  ["JWT", "sanad-wallet", 401],
  ["JWT", undefined, 401],
  [undefined, "sanad-wallet", 401],
] as const)("answers a signed token with type %s and audience %s with the status %i", async (typ, aud, status) => {
  const { accessToken } = await app.signIn(newMobile());
  expect((await getProfile(await resign(accessToken, typ, { aud }))).statusCode).toBe(status);
});

test("accepts a token of an earlier version in a session of that version, and renews it to a typed one", async () => {
  const { accessToken, refreshToken } = await app.signIn(newMobile());
  const { sid } = JSON.parse(Buffer.from(accessToken.split(".")[1]!, "base64url").toString());
  await app.services.pool.query("update sessions set accepts_untyped_tokens = true where id = $1", [sid]);
  expect((await getProfile(await resign(accessToken, "JWT", {}))).statusCode).toBe(200);
  expect((await getProfile(await resign(accessToken, "logout+jwt", {}))).statusCode).toBe(401);
  const renewed = (await renew(refreshToken)).json().data.accessToken;
  expect(Buffer.from(renewed.split(".")[0], "base64url").toString()).toContain("at+jwt");
});
