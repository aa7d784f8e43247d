import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { decide, payment } from "../checkout/orders/ready-to-pay.ts";
import { degree, wallet as transactions } from "../wallet/transactions/candidate.ts";
import { expectNoLeaks, captureOutput, withKnownSecrets, type KnownSecrets } from "./secret-leaks.ts";

const wallet = bases.webWallet;
const aadhaarNumber = "999941057058";
const pan = "ABCPV1234K";
const keys = { orgId: "gce" };
const lines: string[] = [];
const secrets: KnownSecrets = new Map();
let output: string[] = [];
let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: { logLevel: "trace", ...withKnownSecrets(secrets) },
    logTo: { write: (line) => void lines.push(line) },
  });
  output = await captureOutput(journey);
});
afterAll(() => app?.close());

describe("the log of a whole journey", () => {
  test("contains no code, token, number, name, address, file name or secret of the settings", () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(secrets.size).toBeGreaterThan(25);
    expectNoLeaks(lines, secrets);
    expect(lines.join("")).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  });

  test("is the only output: nothing goes directly to the console", () => {
    expectNoLeaks(output, secrets);
    expect(output.join("")).toBe("");
  });

  test("has lines of every kind: answers, sent codes, errors", () => {
    const kinds = new Set(lines.map((line) => (JSON.parse(line) as { msg?: string }).msg));
    for (const kind of ["request", "code sent", "failed"]) expect([...kinds]).toContain(kind);
  });

  test("has no personal data in the metrics either", async () => {
    const measured = await app.call("GET", "/metrics", { token: "metrics-token-of-an-operator" });
    expect(measured.statusCode).toBe(200);
    expectNoLeaks(measured.body.split("\n"), secrets);
  });

  test("is JSON with correlation id, route, status and time on every answer", () => {
    const answers = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === "request");
    for (const answer of answers)
      expect(answer).toMatchObject({
        requestId: expect.stringMatching(/^[\w-]{16}$/),
        route: expect.any(String),
        status: expect.any(Number),
        ms: expect.any(Number),
      });
    const allowed = new Set("level time requestId candidate network method route status ms code error msg".split(" "));
    expect(answers.flatMap((answer) => Object.keys(answer)).filter((key) => !allowed.has(key))).toEqual([]);
  });
});

test("writes an audit row for sign-in, failure, block, reuse, denial, payment, identity and the served release", async () => {
  const { rows } = await app.services.pool.query<{ event: string; line: string }>(
    "select event, t::text as line from audit_log t",
  );
  const events = new Set(rows.map(({ event }) => event));
  for (const event of [
    "signed-in",
    "otp-failed",
    "otp-blocked",
    "refresh-token-reused",
    "denied",
    "payment-opened",
    "payment",
    "identity-verified",
    "config-published",
  ])
    expect(events, event).toContain(event);
  expect(rows.filter(({ event }) => event === "config-published")).toHaveLength(1);
  for (const [secret, what] of secrets)
    expect(
      rows.filter(({ line }) => line.split(/[^\w.@+-]/).includes(secret)),
      what,
    ).toEqual([]);
});

const post = (token: string, url: string, body: object) => app.call("POST", url, { token, body });
const keep = (what: string, ...values: string[]) => values.forEach((value) => secrets.set(value, what));

/**
 * Signs up, proves an identity, uploads a document and pays. Also guesses codes, reuses tokens and opens a foreign
 * form.
 */
async function journey(): Promise<void> {
  const mobile = newMobile();
  keep("mobile", mobile, mobile.slice(3));
  keep("Aadhaar", aadhaarNumber);
  keep("name", "Asha Verma", "asha-secret-marksheet");
  keep("PAN", pan);
  keep("address", "Jacaranda Lane");
  const token = await signIn(mobile);
  const sent = await post(token, `${bases.verification}/verifications/otp/aadhaar`, {
    aadhaarNumber,
    consent: { text: "I agree", locale: "en" },
  });
  const code = await app.readCode(mobile);
  keep("code", code);
  await post(token, `${bases.issuer}/profile/aadhaar`, {
    otpTxnId: sent.json<{ data: { otpTxnId: string } }>().data.otpTxnId,
    otp: code,
  });
  const txnId = (
    await post(token, `${transactions}/transactions`, { ...keys, eKycFormId: "education-evaluation" })
  ).json<{ data: { transactionId: string } }>().data.transactionId;
  await pay(token, txnId);
  const stranger = await app.signIn(newMobile());
  await app.call("GET", `${transactions}/transactions/info?orgId=gce&txnId=${txnId}`, { token: stranger.accessToken });
  keep("token", stranger.accessToken, stranger.refreshToken);
  const renew = () => app.call("PUT", `${wallet}/profile/login/get-token`, { token: stranger.refreshToken });
  keep("token", (await renew()).json<{ data: { refreshToken: string } }>().data.refreshToken);
  await app.advance(11);
  expect((await renew()).json()).toMatchObject({ code: 138 });
  await askOddly(await signIn(newMobile()), mobile);
}

/** Calls whose errors could leak: names and numbers in addresses, and calls that fail in the database. */
async function askOddly(token: string, mobile: string): Promise<void> {
  const words = encodeURIComponent(`Asha Verma ${mobile} ${pan}`);
  for (const place of [`/nowhere/${words}?name=${words}`, `/%zz/${words}`, `${wallet}/profile/${words}`])
    await app.call("GET", place, { token });
  await app.call("PATCH", `${wallet}/profile`, { token, body: `{"displayName":"Asha Verma ${pan}"` });
  const write = () =>
    app.call("POST", `${wallet}/profile/chat`, { token, body: { text: `call ${mobile}, Asha Verma, ${pan}` } });
  const breakings = [
    [
      "alter table chat_messages rename to chat_messages_away",
      "alter table chat_messages_away rename to chat_messages",
    ],
    // The database quotes values that it cannot read.
    [
      "alter table chat_messages add constraint odd check (text::date is not null) not valid",
      "alter table chat_messages drop constraint odd",
    ],
  ] as const;
  for (const [breaking, mending] of breakings) {
    await app.services.pool.query(breaking);
    expect((await write()).statusCode).toBe(500);
    await app.services.pool.query(mending);
  }
}

/** Enters a wrong code before the right one, and guesses the code of another number until it is blocked. */
async function signIn(mobile: string): Promise<string> {
  const send = async (to: string) =>
    (await app.call("POST", `${wallet}/profile`, { body: { mobile: to, name: "Asha Verma" } })).json<{
      data: { txnId: string };
    }>().data.txnId;
  const verify = (txnId: string, otp: string) =>
    app.call("PUT", `${wallet}/profile/otp/${txnId}/verify`, { body: { otp } });
  const guessed = newMobile();
  const guessing = await send(guessed);
  const wrong = (await app.readCode(guessed)) === "000000" ? "111111" : "000000";
  for (let turn = 0; turn < 3; turn += 1) await verify(guessing, wrong);
  const txnId = await send(mobile);
  const otp = await app.readCode(mobile);
  keep("code", otp, await app.readCode(guessed));
  keep("mobile", guessed);
  const { accessToken, refreshToken } = (await verify(txnId, otp)).json<{
    data: { accessToken: string; refreshToken: string };
  }>().data;
  keep("token", accessToken, refreshToken);
  return accessToken;
}

async function pay(token: string, txnId: string): Promise<void> {
  const of = { ...keys, txnId };
  const asked = await post(token, `${transactions}/transactions/verify/identification`, {
    ...of,
    fieldName: "referenceNumber",
    value: "GCE-100002",
  });
  const code = await app.readCode("gce-100002@mailbox.example");
  keep("code", code);
  keep("mailbox", "gce-100002@mailbox.example");
  await post(token, `${transactions}/transactions/verify/identification`, {
    ...of,
    fieldName: "referenceNumber",
    otpTxnId: asked.json<{ data: { otpTxnId: string } }>().data.otpTxnId,
    otp: code,
  });
  await post(token, `${transactions}/transactions/process`, of);
  const { fileUrl } = (
    await sendFile(app, `${bases.utility}/files`, token, await makePdf(), { name: "asha-secret-marksheet.pdf" })
  ).json<{ data: { fileUrl: string } }>().data;
  const draft = `${transactions}/transactions/bgv-degree/draft?orgId=gce&txnId=${txnId}`;
  const kept = await app.call("PUT", draft, {
    token,
    body: {
      version: 0,
      data: { registrationNumber: pan, course: `Asha Verma, 12 Jacaranda Lane, ${aadhaarNumber}`, unknown: pan },
    },
  });
  expect([200, 422]).toContain(kept.statusCode);
  await post(token, `${transactions}/bgv`, {
    ...of,
    list: [{ verificationName: "bgv-degree", data: degree(fileUrl) }],
  });
  const info = await app.call("GET", `${transactions}/transactions/info?orgId=gce&txnId=${txnId}`, { token });
  await post(token, `${transactions}/transactions/process/mark-as-skip`, {
    ...of,
    verificationNameList: info.json<{ data: { filtered: { remaining: string[] } } }>().data.filtered.remaining,
  });
  const order = await post(token, `${payment}/init`, { ...of, region: "IN", express: false });
  const { paymentId } = order.json<{ data: { paymentId: string } }>().data;
  expect((await decide(app, paymentId, { outcome: "success" })).json()).toMatchObject({ currentStatus: "Success" });
}
