import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { decide as decidePayment, makePayer } from "../checkout/orders/ready-to-pay.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { begin, wallet } from "../wallet/transactions/candidate.ts";

const fieldName = "referenceNumber";
const registered = "gce-100001@mailbox.example";
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;
let count = 0;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support");
});
afterAll(() => app?.close());

const newMailbox = () => `asha-${(count += 1)}@new.example`;
const correct = (txnId: string, email: string, more: object = {}, { browser } = mina) =>
  browser.call("POST", `/organisations/gce/forms/${txnId}/email`, {
    fieldName,
    email,
    reason: "Her passport shows who she is",
    ...more,
  });
const readDetail = async (txnId: string) =>
  read<WholeStaffForm>(await mina.browser.call("GET", `/organisations/gce/forms/${txnId}`)).detailList[0]!;
const mailsTo = async (to: string) =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(to)}`)).json<{ list: { text: string }[] }>().list;

test("sends the code of a reference number to the corrected email", async () => {
  const asha = await begin(app, "gce", "education-evaluation", { identity: true });
  const email = newMailbox();
  expect(codeOf(await correct(asha.txnId, email))).toEqual([200, 0]);
  expect(await asha.info()).toMatchObject({ mailboxCorrection: { fieldName, maskedEmail: "as•••@new.example" } });
  expect((await mailsTo(asha.mobile)).some(({ text }) => text.includes("to as•••@new.example"))).toBe(true);
  expect(await mailsTo(email)).toEqual([]);
  const verify = (more: object) => asha.post("/transactions/verify/identification", { fieldName, ...more });
  expect(codeOf(await verify({ value: "GCE-100051" }))[1]).toBe(106);
  const { otpTxnId } = read(await verify({ value: "GCE-100007" }));
  expect(codeOf(await verify({ otpTxnId, otp: await app.readCode(email) }))).toEqual([200, 0]);
  expect(await readDetail(asha.txnId)).toMatchObject({
    value: "GCE-100007",
    email: "as•••@new.example",
    correction: { by: { id: mina.id }, confirmedAt: expect.any(String) },
  });
  expect(await asha.info()).not.toHaveProperty("mailboxCorrection");
  const { rows } = await app.services.db.execute(sql`select detail from audit_log where event = 'email-corrected'`);
  expect(rows).toMatchObject([{ detail: { staffId: mina.id, transactionId: asha.txnId, fieldName } }]);
});

test("uses the corrected email of a submitted form only after a code has confirmed it", async () => {
  const asha = await makePayer(app);
  const { paymentId } = await asha.open();
  await decidePayment(app, paymentId, { outcome: "success" });
  const post = (body: object) =>
    app.call("POST", `${wallet}/transactions/update-identification`, {
      token: asha.token,
      body: { ...asha.keys, fieldName, ...body },
    });
  expect(codeOf(await post({ value: "GCE-100001" }))).toEqual([409, 109]);
  const email = newMailbox();
  const { txnId } = asha.keys;
  expect(codeOf(await correct(txnId, email))).toEqual([200, 0]);
  // The former mailbox learns of the change.
  expect((await mailsTo(registered)).some(({ text }) => text.includes("@new.example"))).toBe(true);
  expect(codeOf(await post({ value: "GCE-100002" }))[1]).toBe(106);
  const { otpTxnId } = read(await post({ value: "GCE-100001" }));
  expect(codeOf(await post({ otpTxnId, otp: await app.readCode(email) }))).toEqual([200, 0]);
  expect(codeOf(await post({ value: "GCE-100001" }))).toEqual([409, 109]);
  const before = (await mailsTo(email)).length;
  await app.call("POST", "/sandbox/verifier", { body: { txnId, outcome: "complete" } });
  expect((await mailsTo(email)).length).toBeGreaterThan(before);
  expect((await transact(app.services.db, (tx) => checkLedger(tx))).faults).toEqual([]);
});

test("rejects what is no email, unknown details, other roles and other organisations", async () => {
  const asha = await begin(app, "gce", "education-evaluation", { identity: true });
  for (const email of ["", "asha", "asha@", "asha@example", "a b@example.org"])
    expect([400, 422], email).toContain((await correct(asha.txnId, email)).statusCode);
  expect(codeOf(await correct(asha.txnId, newMailbox(), { fieldName: "other" }))[1]).toBe(106);
  expect(codeOf(await correct(asha.txnId, newMailbox(), { reason: " " }))[1]).toBe(106);
  const vera = await hire(app, "verifier");
  expect(codeOf(await correct(asha.txnId, newMailbox(), {}, vera))).toEqual([403, 103]);
  const other = await begin(app, "harbour", "background-check", { identity: true });
  expect(codeOf(await correct(other.txnId, newMailbox()))).toEqual([404, 104]);
  await app.services.db.execute(sql`update transactions set state = 'CLOSED' where id = ${asha.txnId}`);
  expect(codeOf(await correct(asha.txnId, newMailbox()))).toEqual([409, 109]);
});
