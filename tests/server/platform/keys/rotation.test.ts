import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import { newId } from "#server/platform/ids.ts";
import { readKeyStatus, type KeyStatus } from "#server/platform/keys/key-status.ts";
import type { SecretName } from "#server/platform/secret-lists.ts";
import { loadSecrets, type Secrets } from "#server/platform/secrets.ts";
import { describeStartFailure } from "#server/start-failure.ts";
import { signBody } from "#server/wallet/verifier/signature.ts";
import { newMobile, type TestApp } from "../../app.ts";
import { makePayer, payment, type Payer } from "../../checkout/orders/ready-to-pay.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder, verifyPassport } from "../../wallet/holder.ts";
import { makeWallet, type OtherWallet } from "../../wallet/other-wallet.ts";
import { applyAs, requestPresentation } from "../../wallet/presentations/applicant.ts";
import { begin } from "../../wallet/transactions/candidate.ts";
import { listSecrets, makeRestartableApp, type RestartableApp } from "./restartable-app.ts";

// The steps of server/OPERATING.md, "Secrets and key rotation", for every secret on one installation.

const base = "/web-wallet/api/1.0";
const captchas = "/verification/api/1.0/verifications/pre-verify/dl";
const [former, both, fresh] = [listSecrets("a"), listSecrets("b", "a"), listSecrets("b")];
let running: RestartableApp;
let app: TestApp;
let formerSecrets: Secrets;
let freshSecrets: Secrets;

/** What was under way when the keys changed: one of each for the first restart, one for the second. */
interface Traces {
  code: { mobile: string; txnId: string; otp: string };
  captcha: () => Promise<number>;
  offer: Offer;
  request: PresentationRequest;
  payer: Payer & { repeated: string; paymentId: string; repeat(): Promise<string> };
}
const traces: Traces[] = [];
let holder: { token: string; degreeId: string; mobile: string; refreshToken: string };
let link: ShareLink;
let blocked: string;
let other: OtherWallet;
let copy: string;

const post = async <T>(path: string, body: object, token = holder.token): Promise<T> =>
  (await app.call("POST", base + path, { token, body })).json().data;
const query = async (text: string, values: unknown[] = []) => (await running.store.pool.query(text, values)).rows;
const readStatus = () => readKeyStatus(running.store.db, app.services.secrets);
const idOf = (secret: SecretName) => formerSecrets.keyIds(secret)[0]!;
const olderOf = (keys: readonly KeyStatus[], secret: SecretName) =>
  keys.find((key) => key.secret === secret && key.keyId === idOf(secret))!;

beforeAll(async () => {
  await buildDetectWorker();
  running = await makeRestartableApp({ config: await definitionsConfig() });
  ({ app } = running);
  await running.restart(former);
  const load = (secrets: typeof former) => loadSecrets(running.store.pool, { secrets, sandbox: false });
  [formerSecrets, freshSecrets] = [await load(former), await load(fresh)];
  const made = await makeHolder(app);
  const [{ mobile }] = (await query("select mobile from candidates limit 1")) as [{ mobile: string }];
  holder = { ...made, mobile, refreshToken: (await app.signIn(mobile)).refreshToken };
  other = await makeWallet(app);
  const first = await post<Offer>("/credentials/offers", { credentialId: holder.degreeId });
  copy = await other.acceptOffer(first.address, first.digits);
  link = await post("/credentials/share-links", {
    credentialId: holder.degreeId,
    facts: ["holder", "course"],
    days: "30",
    viewLimit: "2",
  });
  await view("a phone");
  blocked = newMobile();
  await app.signIn(blocked);
  await block(blocked);
  traces.push(await leaveTraces(), await leaveTraces());
  await callVerifier(formerSecrets, traces[0]!.payer, "insufficient");
});
afterAll(() => running?.close());

async function leaveTraces(): Promise<Traces> {
  const payer = await makePayer(app);
  const repeat = async () =>
    (
      await app.call("POST", `${payment}/init`, {
        token: payer.token,
        headers: { "idempotency-key": `key-${payer.keys.txnId}` },
        body: { ...payer.keys, region: "IN", express: false },
      })
    ).body;
  const repeated = await repeat();
  const { paymentId } = JSON.parse(repeated).data as { paymentId: string };
  return {
    code: await sendCode(newMobile()),
    captcha: await drawCaptcha(),
    offer: await post("/credentials/offers", { credentialId: holder.degreeId }),
    request: await requestPresentation(await applyAs(app, "Asha Verma")),
    payer: { ...payer, repeated, paymentId, repeat },
  };
}

async function sendCode(mobile: string) {
  await app.signIn(mobile);
  const sent = await app.call("POST", `${base}/profile/login`, { body: { mobile } });
  const { txnId } = sent.json<{ data: { txnId: string } }>().data;
  return { mobile, txnId, otp: await app.readCode(mobile) };
}

const enter = ({ txnId, otp }: { txnId: string; otp: string }) =>
  app.call("PUT", `${base}/profile/otp/${txnId}/verify`, { body: { otp } });

async function block(mobile: string): Promise<void> {
  const { txnId, otp } = await sendCode(mobile);
  for (let i = 0; i < 3; i += 1) await enter({ txnId, otp: otp === "000000" ? "111111" : "000000" });
}

async function drawCaptcha(): Promise<() => Promise<number>> {
  const { token, orgId, txnId } = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
  const drawn = await app.call("POST", captchas, { token, body: { orgId, txnId } });
  const { captchaId } = drawn.json<{ data: { captchaId: string } }>().data;
  const hash = app.services.secrets.hmac("captcha-answer", `captcha ${captchaId} 471100`);
  await query("update captchas set answer_hmac = $2 where id = $1", [captchaId, hash]);
  const body = { orgId, txnId, captchaId, captchaText: "471100" };
  return async () => (await app.call("POST", captchas, { token, body })).statusCode;
}

const view = async (agent: string) => {
  const secret = new URL(link.address).pathname.split("/").at(-1)!;
  const url = `${base}/credentials/shared/${secret}?timeZone=Asia%2FKolkata`;
  return (await app.call("GET", url, { headers: { "user-agent": agent } })).json().data;
};

/** A verifier that signs with these secrets. */
async function callVerifier(signer: Secrets, { keys: { txnId } }: Payer, outcome: string) {
  const fields = outcome === "insufficient" ? { reason: "A page is missing", fields: ["/degreeCertificate"] } : {};
  const event = { eventId: newId(), txnId, subType: "bgv-degree-1", outcome, ...fields };
  const raw = JSON.stringify(event);
  const headers = signBody(signer, raw, await app.services.clock.now());
  return app.call("POST", "/webhooks/verifications", { headers, body: raw });
}

/** What candidates, other wallets and verifiers do with what was under way. */
async function useTraces({ code, captcha, offer, request, payer }: Traces, signer: Secrets): Promise<void> {
  expect((await enter(code)).statusCode).toBe(200);
  expect(await captcha()).toBe(200);
  expect(await other.acceptOffer(offer.address, offer.digits)).toContain("~");
  expect((await other.present(request.address, copy)).status).toBe(200);
  expect(await payer.repeat()).toBe(payer.repeated);
  await app.call("POST", `/sandbox/pay/${payer.paymentId}`, { body: { outcome: "success" } });
  expect(await payer.poll(payer.paymentId)).toBe("Success");
  expect((await callVerifier(signer, payer, "complete")).statusCode).toBe(200);
  const issued = await query("select token from credentials where transaction_id = $1", [payer.keys.txnId]);
  expect(issued).toHaveLength(1);
  await expectStatusList((issued[0] as { token: string }).token);
}

async function expectStatusList(credential: string): Promise<void> {
  const { status } = decodeJwt<{ status: { status_list: { uri: string } } }>(credential.split("~")[0]!);
  const list = await app.call("GET", new URL(status.status_list.uri).pathname);
  expect([list.statusCode, list.headers["content-type"]]).toEqual([200, "application/statuslist+jwt"]);
}

/** What lasts longer than any key: share links, credentials, issuer keys. */
async function expectLasting(): Promise<void> {
  const read = await app.call("GET", `${base}/credentials/share-links/${link.id}`, { token: holder.token });
  expect(read.json().data).toMatchObject({ address: link.address, viewCount: 1 });
  expect(await view("a phone")).toMatchObject({ status: "valid", proof: { presentation: expect.any(String) } });
  const [degree] = await query("select token from credentials where id = $1", [holder.degreeId]);
  await expectStatusList((degree as { token: string }).token);
}

async function signInByCode(): Promise<void> {
  const { otp, txnId } = await sendCode(holder.mobile);
  const { accessToken, refreshToken } = (await enter({ otp, txnId })).json().data;
  holder = { ...holder, token: accessToken, refreshToken };
}

async function renewSession(): Promise<void> {
  const answer = await app.call("PUT", `${base}/profile/login/get-token`, { token: holder.refreshToken });
  expect(answer.statusCode).toBe(200);
  const { accessToken, refreshToken } = answer.json().data;
  holder = { ...holder, token: accessToken, refreshToken };
}

const startsWithout = async (...names: SecretName[]) =>
  running.restart({ ...both, ...Object.fromEntries(names.map((name) => [name, fresh[name]])) }).then(
    () => "",
    (error: unknown) => describeStartFailure(error),
  );

test.each<[SecretName, string]>([
  ["SEAL_SECRET", "keys that sign credentials"],
  ["TOKEN_SECRET", "sessions"],
  ["OTP_SECRET", "one-time codes"],
  ["WEBHOOK_SECRET", "calls of verifiers"],
])("refuses to start when the old %s is removed at once", async (secret, rows) => {
  const reason = await startsWithout(secret);
  expect(reason).toContain(`${secret}: the key ${idOf(secret)} is not listed, and is needed for `);
  expect(reason).toContain(rows);
  expect(reason).toContain(`(${secret}=<new>,<old>)`);
  expect(reason).toContain(`npm run keys -- --drop ${secret}:${idOf(secret)}`);
  expect(reason).not.toContain("    at ");
});

test("goes on with everything that was under way when the new keys come first", async () => {
  // With several servers: each opens what the others seal before the first of them seals with the new key.
  await running.restart(listSecrets("a", "b"));
  expect((await readStatus()).find(({ keyId }) => keyId === freshSecrets.keyIds("SEAL_SECRET")[0])).toMatchObject({
    place: "older",
    isRemovable: true,
  });
  await running.restart(both);
  expect((await app.call("GET", `${base}/profile`, { token: holder.token })).statusCode).toBe(200);
  await useTraces(traces[0]!, formerSecrets);
  await expectLasting();
  const again = await app.call("POST", `${base}/profile/login`, { body: { mobile: blocked } });
  expect(again.statusCode).toBe(429);
  await renewSession();
});

test("reports what still needs the old keys", async () => {
  const keys = await readStatus();
  expect(olderOf(keys, "SEAL_SECRET")).toMatchObject({ place: "older", removableFrom: null, isRemovable: false });
  const sealed = olderOf(keys, "SEAL_SECRET").needs.map(({ use }) => use);
  expect(sealed).toEqual(
    expect.arrayContaining([
      "otp-payload",
      "sandbox-message",
      "idempotent-answer",
      "issuer-key",
      "holder-key",
      "share-link-secret",
      "offer-code",
      "offer-digits",
      "presentation-key",
    ]),
  );
  const hoursLeft = (secret: SecretName) =>
    Math.round((olderOf(keys, secret).removableFrom!.getTime() - Date.now()) / 3_600_000);
  expect(hoursLeft("TOKEN_SECRET")).toBe(2);
  expect(hoursLeft("OTP_SECRET")).toBe(25);
  expect(hoursLeft("WEBHOOK_SECRET")).toBe(7 * 24);
  for (const name of ["CHAT_SECRET", "IDENTITY_SECRET", "PAYMENT_SECRET"] as const)
    expect(olderOf(keys, name)).toMatchObject({ isRemovable: true, needs: [] });
});

test("goes on without the old SEAL_SECRET as soon as the job has sealed the values by the new one", async () => {
  await app.services.outbox.write(running.store.db, {
    dedupKey: "late",
    channel: "sms",
    to: "+919000000009",
    text: "late",
  });
  await query("update outbox set sealed_content = $1 where dedup_key = 'late'", [await sealAsFormer("late")]);
  await app.services.jobs.runDue({ all: true });
  expect(olderOf(await readStatus(), "SEAL_SECRET").needs).toEqual([]);
  await running.restart({ ...both, SEAL_SECRET: fresh.SEAL_SECRET });
  await useTraces(traces[1]!, freshSecrets);
  await expectLasting();
  const sent = await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent("+919000000009")}`);
  expect(sent.json().list).toMatchObject([{ text: "late" }]);
});

test("goes on without the old CHAT_SECRET, IDENTITY_SECRET and PAYMENT_SECRET at once", async () => {
  const [CHAT_SECRET, IDENTITY_SECRET, PAYMENT_SECRET] = [
    fresh.CHAT_SECRET,
    fresh.IDENTITY_SECRET,
    fresh.PAYMENT_SECRET,
  ];
  await running.restart({ ...both, SEAL_SECRET: fresh.SEAL_SECRET, CHAT_SECRET, IDENTITY_SECRET, PAYMENT_SECRET });
  const chat = await app.call("GET", `${base}/profile/tawkto-hash`, { token: holder.token });
  expect(chat.json().data).toEqual({ hash: freshSecrets.hmac("chat-hash", holder.mobile) });
  await verifyPassport(app, holder.token, "Asha Verma");
  const [passport] = await query("select number_hash from profile_verifications where type = 'passport'");
  expect(passport).toEqual({ number_hash: freshSecrets.hmac("document-number", "passport Z1234567") });
  const report = { name: "screen", at: new Date().toISOString(), user: "asha" };
  await app.call("POST", "/t/events", { body: { list: [report, report] } });
  const users = await query("select distinct entry->>'user' as hash from telemetry where entry ? 'user'");
  expect(users).toEqual([{ hash: freshSecrets.hmac("telemetry-user", "telemetry asha") }]);
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await app.call("POST", `/sandbox/pay/${paymentId}`, { body: { outcome: "success" } });
  expect(await payer.poll(paymentId)).toBe("Success");
});

test("keeps a session while the old TOKEN_SECRET is waited for and removed", async () => {
  for (let waited = 0; waited < 3; waited += 1) {
    await app.advance(50 * 60);
    await renewSession();
  }
  expect(olderOf(await readStatus(), "TOKEN_SECRET")).toMatchObject({ isRemovable: true, needs: [] });
  await running.restart({ ...fresh, OTP_SECRET: both.OTP_SECRET, WEBHOOK_SECRET: both.WEBHOOK_SECRET });
  expect((await app.call("GET", `${base}/profile`, { token: holder.token })).statusCode).toBe(200);
  await renewSession();
});

test("counts codes on under the new OTP_SECRET until the old one is removed", async () => {
  for (let waited = 0; waited < 5; waited += 1) {
    const sent = await app.call("POST", `${base}/profile/login`, { body: { mobile: holder.mobile } });
    expect(sent.statusCode).toBe(200);
    await app.advance(5 * 3600);
  }
  expect(olderOf(await readStatus(), "OTP_SECRET")).toMatchObject({ isRemovable: true, needs: [] });
  await running.restart({ ...fresh, WEBHOOK_SECRET: both.WEBHOOK_SECRET });
  const [limits] = await query("select cardinality(daily_sends) as sends from otp_limits where key = $1", [
    freshSecrets.hmac("otp-limit", `limit sign-in ${holder.mobile}`),
  ]);
  expect(limits).toEqual({ sends: 5 });
  await signInByCode();
});

test("waits until no verifier has signed with the old WEBHOOK_SECRET for a week", async () => {
  const [{ payer }] = traces as [Traces];
  await app.advance(6 * 86_400);
  expect((await callVerifier(formerSecrets, payer, "complete")).statusCode).toBe(200);
  await app.advance(2 * 86_400);
  expect(olderOf(await readStatus(), "WEBHOOK_SECRET")).toMatchObject({ isRemovable: false });
  expect(await startsWithout("WEBHOOK_SECRET")).toContain("is needed for calls of verifiers");
  await running.restart({ ...fresh, WEBHOOK_SECRET: both.WEBHOOK_SECRET });
  await app.advance(6 * 86_400);
  expect(olderOf(await readStatus(), "WEBHOOK_SECRET")).toMatchObject({ isRemovable: true });
});

test("works with the new keys alone", async () => {
  await running.restart(fresh);
  const keys = await readStatus();
  expect(keys.filter(({ secret, keyId }) => keyId === idOf(secret))).toEqual([]);
  await signInByCode();
  await expectLasting();
  expect((await callVerifier(formerSecrets, traces[0]!.payer, "complete")).statusCode).toBe(403);
  await useTraces(await leaveTraces(), freshSecrets);
});

/** A message of a server that still had the former key as the newest. */
async function sealAsFormer(dedupKey: string): Promise<string> {
  const [{ id }] = (await query("select id from outbox where dedup_key = $1", [dedupKey])) as [{ id: string }];
  return formerSecrets.seal("outbox-message", id, { subject: null, text: "late", otp: null, worthlessAfter: null });
}
