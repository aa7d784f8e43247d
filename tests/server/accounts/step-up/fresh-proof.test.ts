import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contracts, getContract } from "#engine/contract/contracts.ts";
import { newId } from "#server/platform/ids.ts";
import { SoftwareAuthenticator } from "../../../support/software-authenticator.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { addPasskey, codeOf, origin, profile, read, withPasskey } from "../passkeys/candidate-with-passkey.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const halfAnHour = 1800;
const endOthers = (token: string, headers: Record<string, string> = {}) =>
  app.call("DELETE", `${profile}/sessions`, { token, headers });
const prepareProof = async (token: string) =>
  read(await app.call("POST", `${profile}/proofs/passkey/options`, { token, body: {} }));
const proveByPasskey = (token: string, response: object) =>
  app.call("POST", `${profile}/proofs/passkey`, { token, body: { response } });
const sendCode = async (token: string) => read(await app.call("POST", `${profile}/proofs/code`, { token, body: {} }));
const proveByCode = (token: string, txnId: string, otp: string) =>
  app.call("PUT", `${profile}/proofs/code/${txnId}/verify`, { token, body: { otp } });

test("asks for a fresh proof before sharing, sending away, deletion, ending sessions and changing passkeys", () => {
  const ids = Object.keys(contracts) as (keyof typeof contracts)[];
  expect(ids.filter((id) => getContract(id).needsFreshProof).toSorted()).toEqual([
    "offers.create",
    "passkeys.create",
    "passkeys.prepare",
    "passkeys.remove",
    "profile.request-deletion",
    "sessions.end",
    "sessions.end-others",
    "share-links.create",
  ]);
});

test.each([
  ["POST", "/credentials/share-links", { credentialId: "c", facts: ["a"], days: "7" }],
  ["POST", "/credentials/offers", { credentialId: "c" }],
  ["POST", "/profile/deletion-request", {}],
  ["DELETE", "/profile/sessions/s", undefined],
] as const)("%s %s needs a proof of the last half hour; the sign-in is one", async (method, path, body) => {
  const { accessToken: token } = await app.signIn(newMobile());
  const call = () => app.call(method, `/web-wallet/api/1.0${path}`, { token, ...(body && { body }) });
  expect((await call()).statusCode).not.toBe(403);
  await app.advance(halfAnHour - 60);
  expect((await call()).statusCode).not.toBe(403);
  await app.advance(61);
  expect(codeOf(await call())).toEqual([403, 122]);
});

describe("a proof by passkey", () => {
  test("lets the refused call through, also with its Idempotency-Key", async () => {
    const { token, device } = await withPasskey(app);
    await app.advance(halfAnHour + 1);
    const key = { "idempotency-key": newId() };
    expect(codeOf(await endOthers(token, key))).toEqual([403, 122]);
    expect((await proveByPasskey(token, device.use(await prepareProof(token)))).statusCode).toBe(200);
    expect((await endOthers(token, key)).statusCode).toBe(200);
  });

  test("counts for half an hour", async () => {
    const { token, device } = await withPasskey(app);
    await app.advance(900);
    await proveByPasskey(token, device.use(await prepareProof(token)));
    await app.advance(halfAnHour - 60);
    expect((await endOthers(token)).statusCode).toBe(200);
    await app.advance(61);
    expect(codeOf(await endOthers(token))).toEqual([403, 122]);
  });

  test("is refused when repeated", async () => {
    const { token, device } = await withPasskey(app);
    const answer = device.use(await prepareProof(token));
    expect((await proveByPasskey(token, answer)).statusCode).toBe(200);
    expect(codeOf(await proveByPasskey(token, answer))).toEqual([400, 123]);
  });

  test.each([
    ["another page asked", { origin: "https://evil.example" }],
    ["the user was not verified", { isUserVerified: false }],
    ["it is the answer of another ceremony", { type: "webauthn.create" }],
  ])("is refused because %s", async (_, ceremony) => {
    const { token, device } = await withPasskey(app);
    const response = device.use(await prepareProof(token), ceremony);
    expect(codeOf(await proveByPasskey(token, response))).toEqual([400, 123]);
  });

  test("is refused when the passkey belongs to another candidate", async () => {
    const [mine, theirs] = [await withPasskey(app), await withPasskey(app)];
    const response = theirs.device.use(await prepareProof(mine.token));
    expect(codeOf(await proveByPasskey(mine.token, response))).toEqual([400, 123]);
  });

  test("is refused when the challenge belongs to another session", async () => {
    const { mobile, token, device } = await withPasskey(app);
    const other = (await app.signIn(mobile)).accessToken;
    const response = device.use(await prepareProof(token));
    expect(codeOf(await proveByPasskey(other, response))).toEqual([400, 123]);
  });

  test("is refused when its counter does not rise, because the key was copied", async () => {
    const { token, device } = await withPasskey(app);
    expect((await proveByPasskey(token, device.use(await prepareProof(token)))).statusCode).toBe(200);
    device.counter = 0;
    expect(codeOf(await proveByPasskey(token, device.use(await prepareProof(token))))).toEqual([400, 123]);
  });

  test("is refused when the challenge was issued to create a passkey", async () => {
    const { token, device } = await withPasskey(app);
    const { challenge } = read(await app.call("POST", `${profile}/passkeys/options`, { token, body: {} }));
    const response = device.use({ challenge, rpId: "localhost" });
    expect(codeOf(await proveByPasskey(token, response))).toEqual([400, 123]);
  });

  test("answers 409 without a passkey", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const answer = await app.call("POST", `${profile}/proofs/passkey/options`, { token, body: {} });
    expect(codeOf(answer)).toEqual([409, 109]);
  });
});

describe("a proof by one-time code", () => {
  test("lets the refused call through", async () => {
    const mobile = newMobile();
    const { accessToken: token } = await app.signIn(mobile);
    await app.advance(halfAnHour + 1);
    expect(codeOf(await endOthers(token))).toEqual([403, 122]);
    const { txnId } = await sendCode(token);
    expect((await proveByCode(token, txnId!, await app.readCode(mobile))).statusCode).toBe(200);
    expect((await endOthers(token)).statusCode).toBe(200);
  });

  test("counts in its own session only, and is spent by an attempt elsewhere", async () => {
    const mobile = newMobile();
    const [here, there] = [(await app.signIn(mobile)).accessToken, (await app.signIn(mobile)).accessToken];
    await app.advance(halfAnHour + 1);
    const { txnId } = await sendCode(here);
    expect(codeOf(await proveByCode(there, txnId!, await app.readCode(mobile)))).toEqual([403, 122]);
    expect(codeOf(await endOthers(there))).toEqual([403, 122]);
  });

  test("is refused when the code was sent to sign in", async () => {
    const mobile = newMobile();
    const { accessToken: token } = await app.signIn(mobile);
    const { txnId } = read(await app.call("POST", `${profile}/login`, { body: { mobile } }));
    expect((await proveByCode(token, txnId!, await app.readCode(mobile))).statusCode).toBe(404);
  });
});

test("an old session cannot add a passkey without a fresh proof", async () => {
  const { accessToken: token } = await app.signIn(newMobile());
  await app.advance(halfAnHour + 1);
  const answer = await app.call("POST", `${profile}/passkeys/options`, { token, body: {} });
  expect(codeOf(answer)).toEqual([403, 122]);
  expect(
    (await addPasskey(app, (await app.signIn(newMobile())).accessToken, new SoftwareAuthenticator(origin))).statusCode,
  ).toBe(200);
});
