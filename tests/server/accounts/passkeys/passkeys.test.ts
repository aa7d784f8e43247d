import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../../../support/software-authenticator.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { addPasskey, codeOf, origin, profile, read, withPasskey } from "./candidate-with-passkey.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prepare = async (token: string) =>
  read(await app.call("POST", `${profile}/passkeys/options`, { token, body: {} }));
const create = (token: string, response: object) =>
  app.call("POST", `${profile}/passkeys`, { token, body: { name: "My phone", response } });
const list = async (token: string) => (await app.call("GET", `${profile}/passkeys`, { token })).json().data.list;
const signIn = async () => (await app.signIn(newMobile())).accessToken;

test("creates, lists, renames and removes a passkey, and shows it in the profile", async () => {
  const { token, passkeyId } = await withPasskey(app);
  expect(await list(token)).toMatchObject([{ id: passkeyId, name: "My phone", backedUp: false }]);
  expect(read(await app.call("GET", profile, { token }))["passkeys"]).toBe("present");
  const renamed = await app.call("PATCH", `${profile}/passkeys/${passkeyId}`, {
    token,
    body: { name: " Work phone " },
  });
  expect(read(renamed)["name"]).toBe("Work phone");
  expect((await app.call("DELETE", `${profile}/passkeys/${passkeyId}`, { token })).statusCode).toBe(200);
  expect(await list(token)).toEqual([]);
  expect(read(await app.call("GET", profile, { token }))).not.toHaveProperty("passkeys");
});

test("names a passkey after browser and system when the candidate gives no name", async () => {
  const token = await signIn();
  const response = new SoftwareAuthenticator(origin).create(await prepare(token));
  const headers = { "user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36" };
  const created = await app.call("POST", `${profile}/passkeys`, { token, body: { response }, headers });
  expect(read(created)["name"]).toBe("Chrome, Android");
});

test("asks the device to verify its user, for this host alone", async () => {
  const token = await signIn();
  expect(await prepare(token)).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { userVerification: "required" },
  });
});

describe("a new passkey", () => {
  test("is refused when its challenge was used before", async () => {
    const token = await signIn();
    const options = await prepare(token);
    expect((await create(token, new SoftwareAuthenticator(origin).create(options))).statusCode).toBe(200);
    expect(codeOf(await create(token, new SoftwareAuthenticator(origin).create(options)))).toEqual([400, 123]);
  });

  test("is refused when its challenge was spent on a refused answer", async () => {
    const token = await signIn();
    const options = await prepare(token);
    const device = new SoftwareAuthenticator(origin);
    expect(codeOf(await create(token, device.create(options, { isUserVerified: false })))).toEqual([400, 123]);
    expect(codeOf(await create(token, device.create(options)))).toEqual([400, 123]);
  });

  test("is refused after five minutes", async () => {
    const token = await signIn();
    const options = await prepare(token);
    await app.advance(301);
    expect(codeOf(await create(token, new SoftwareAuthenticator(origin).create(options)))).toEqual([400, 123]);
  });

  test("is refused when another page asked for it", async () => {
    const token = await signIn();
    const response = new SoftwareAuthenticator("http://localhost:3001").create(await prepare(token));
    expect(codeOf(await create(token, response))).toEqual([400, 123]);
  });

  test("is refused when the challenge belongs to another session of the same candidate", async () => {
    const mobile = newMobile();
    const [first, second] = [(await app.signIn(mobile)).accessToken, (await app.signIn(mobile)).accessToken];
    const response = new SoftwareAuthenticator(origin).create(await prepare(first));
    expect(codeOf(await create(second, response))).toEqual([400, 123]);
    expect((await create(first, response)).statusCode).toBe(200);
  });

  test("is refused when another candidate has it", async () => {
    const { device } = await withPasskey(app);
    expect(codeOf(await addPasskey(app, await signIn(), device))).toEqual([400, 123]);
  });

  test("is refused after ten, also when two are added at once", async () => {
    const token = await signIn();
    const open = await Promise.all(Array.from({ length: 12 }, () => prepare(token)));
    const answers = await Promise.all(
      open.map((options) => create(token, new SoftwareAuthenticator(origin).create(options))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    expect(await list(token)).toHaveLength(10);
    const more = await app.call("POST", `${profile}/passkeys/options`, { token, body: {} });
    expect(codeOf(more)).toEqual([409, 109]);
  });
});

test("answers 404 for the passkey of another candidate", async () => {
  const { passkeyId } = await withPasskey(app);
  const token = await signIn();
  const body = { name: "Mine" };
  expect((await app.call("PATCH", `${profile}/passkeys/${passkeyId}`, { token, body })).statusCode).toBe(404);
  expect((await app.call("DELETE", `${profile}/passkeys/${passkeyId}`, { token })).statusCode).toBe(404);
});

test("remembers that the candidate turned the offer down", async () => {
  const token = await signIn();
  await app.call("POST", `${profile}/passkeys/decline-offer`, { token, body: {} });
  expect(read(await app.call("GET", profile, { token }))["passkeys"]).toBe("declined");
});

test("exports the passkeys of a candidate, and no challenges", async () => {
  const { token } = await withPasskey(app);
  const exported = (await app.call("GET", `${profile}/export`, { token })).json().data;
  expect(exported.passkeys).toMatchObject([{ name: "My phone" }]);
  expect(exported).not.toHaveProperty("passkey_challenges");
});
