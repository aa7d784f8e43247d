import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { codeOf, profile, read, signInByCode, withPasskey } from "./candidate-with-passkey.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prepare = (signInId: string) => app.call("POST", `${profile}/sign-ins/${signInId}/options`, { body: {} });
const complete = (signInId: string, response: object) =>
  app.call("POST", `${profile}/sign-ins/${signInId}/passkey`, { body: { response } });
const startOver = (signInId: string) =>
  app.call("POST", `${profile}/sign-ins/${signInId}/start-over`, { body: { name: "Ravi Iyer" } });
/** The id of a sign-in whose code was right. */
async function waitingSignIn(mobile: string): Promise<string> {
  const answer = await signInByCode(app, mobile);
  expect(codeOf(answer)).toEqual([403, 121]);
  return answer.json().data.signInId;
}

test("opens a wallet without passkeys by the code alone", async () => {
  const mobile = newMobile();
  await app.signIn(mobile);
  expect(read(await signInByCode(app, mobile))).toHaveProperty("accessToken");
});

test("opens a wallet with passkeys after code and passkey, once", async () => {
  const { mobile, device } = await withPasskey(app);
  const signInId = await waitingSignIn(mobile);
  const answer = device.use(read(await prepare(signInId)));
  const opened = await complete(signInId, answer);
  expect(opened.statusCode).toBe(200);
  const found = await app.call("GET", profile, { token: read(opened)["accessToken"]! });
  expect(read(found)["displayName"]).toBe("Asha Rao");
  expect(codeOf(await complete(signInId, answer))).toEqual([404, 104]);
});

test("keeps the wallet closed for the passkey of another candidate, and takes its own afterwards", async () => {
  const [owner, other] = [await withPasskey(app), await withPasskey(app)];
  const signInId = await waitingSignIn(owner.mobile);
  expect(codeOf(await complete(signInId, other.device.use(read(await prepare(signInId)))))).toEqual([400, 123]);
  expect((await complete(signInId, owner.device.use(read(await prepare(signInId))))).statusCode).toBe(200);
});

test("refuses the challenge of another sign-in, and of a proof", async () => {
  const { mobile, token, device } = await withPasskey(app);
  const [first, second] = [await waitingSignIn(mobile), await waitingSignIn(mobile)];
  expect(codeOf(await complete(second, device.use(read(await prepare(first)))))).toEqual([400, 123]);
  const proof = read(await app.call("POST", `${profile}/proofs/passkey/options`, { token, body: {} }));
  expect(codeOf(await complete(second, device.use(proof)))).toEqual([400, 123]);
});

test("ends a sign-in after ten minutes", async () => {
  const { mobile } = await withPasskey(app);
  const signInId = await waitingSignIn(mobile);
  await app.advance(601);
  expect(codeOf(await prepare(signInId))).toEqual([404, 104]);
  expect(codeOf(await startOver(signInId))).toEqual([404, 104]);
});

test("gives a recycled number an empty wallet, and locks the old one", async () => {
  const { mobile, token, device } = await withPasskey(app);
  const signInId = await waitingSignIn(mobile);
  const stale = device.use(read(await prepare(signInId)));
  const started = await startOver(signInId);
  expect(started.statusCode).toBe(200);
  const found = read(await app.call("GET", profile, { token: read(started)["accessToken"]! }));
  expect(found).toEqual({
    mobile,
    displayName: "Ravi Iyer",
    locale: "en",
    profileDetails: {},
    verificationDetailList: {},
  });
  // The sessions of the old wallet have ended, and its passkey completes nothing.
  expect(codeOf(await app.call("GET", profile, { token }))).toEqual([401, 138]);
  expect(codeOf(await complete(signInId, stale))).toEqual([404, 104]);
  // The code alone opens the new wallet from now on.
  const again = read(await signInByCode(app, mobile));
  expect(read(await app.call("GET", profile, { token: again["accessToken"]! }))["displayName"]).toBe("Ravi Iyer");
  const { rows } = await app.services.pool.query(
    "select mobile, former_mobile, locked_at is not null as locked from candidates where former_mobile = $1",
    [mobile],
  );
  expect(rows).toEqual([{ mobile: null, former_mobile: mobile, locked: true }]);
});

test("locks the wallet once when two starts arrive at the same moment", async () => {
  const { mobile } = await withPasskey(app);
  const [first, second] = [await waitingSignIn(mobile), await waitingSignIn(mobile)];
  const answers = await Promise.all([startOver(first), startOver(second), startOver(first)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
});
