import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { orgId, submitCase } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { decide as decidePayment, payment } from "../checkout/orders/ready-to-pay.ts";
import { begin, degree, tenth, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { skip } from "../wallet/transactions/guard-candidates.ts";

const forms = `/organisations/${orgId}/forms`;
const daySeconds = 24 * 3600;
const wallet = "/verification/api/2.0";
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
});
afterAll(() => app?.close());

const allow = (txnId: string, verificationList: string[], days = 2, { browser } = mina) =>
  browser.call("POST", `${forms}/${txnId}/changes`, { verificationList, days });
const readForm = async (txnId: string) =>
  read<WholeStaffForm>(await mina.browser.call("GET", `${forms}/${txnId}`)).verificationList;
const replace = (asha: TestCandidate, subType: string, data: object) =>
  asha.call("PUT", `${wallet}/bgv`, { orgId: asha.orgId, txnId: asha.txnId, subType, data: { ...data } });

test("lets the candidate change what support names, and keeps both versions for the verifier", async () => {
  const { candidate: asha, txnId, path } = await submitCase(app, { name: "Asha Rao" });
  const changed = { ...tenth(await asha.upload(["a better scan"])), rollNumber: "77001" };
  expect(codeOf(await replace(asha, "bgv-tenth-1", changed))).toEqual([409, 109]);
  const form = read<WholeStaffForm>(await allow(txnId, ["bgv-tenth"]));
  const ofTenth = form.verificationList.find(({ verificationName }) => verificationName === "bgv-tenth")!;
  expect(ofTenth).toMatchObject({ isChangeable: true, changeUntil: expect.any(String) });
  const { list } = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(asha.mobile)}`)).json<{
    list: { text: string }[];
  }>();
  expect(
    list.filter(({ text }) => text.includes("10th Marksheet in your form Background check for 2 days")),
  ).toHaveLength(1);
  expect(codeOf(await replace(asha, "bgv-employment-1", changed))).toEqual([409, 109]);
  expect(codeOf(await asha.call("DELETE", `${wallet}/bgv`, { orgId, txnId, subType: "bgv-tenth-1" }))[0]).not.toBe(200);
  expect(read(await replace(asha, "bgv-tenth-1", changed))).toMatchObject({ state: "IN_PROGRESS" });
  const vera = await hire(app, "verifier", orgId);
  const whole = read<{ version: number; data: object; versionList: object[] }>(await vera.browser.call("GET", path));
  expect(whole).toMatchObject({ version: 2, data: { rollNumber: "77001" }, versionList: [{ version: 1 }] });
  // A decision on what was read before does not count.
  const decide = (version: number) => vera.browser.call("POST", `${path}/decision`, { outcome: "complete", version });
  expect(codeOf(await decide(1))).toEqual([409, 111]);
  expect(codeOf(await decide(2))).toEqual([200, 0]);
  expect(codeOf(await replace(asha, "bgv-tenth-1", changed))).toEqual([409, 109]);
  expect((await transact(app.services.db, (tx) => checkLedger(tx))).faults).toEqual([]);
  const { rows } = await app.services.db.execute(sql`select detail from audit_log where event = 'change-allowed'`);
  expect(rows).toMatchObject([{ detail: { staffId: mina.id, transactionId: txnId, days: 2, of: "bgv-tenth" } }]);
});

test("ends by itself", async () => {
  const { candidate: asha, txnId } = await submitCase(app, { name: "Ravi Iyer" });
  await allow(txnId, ["bgv-tenth"], 1);
  await app.advance(daySeconds + 60);
  await asha.signInAgain();
  mina = await hire(app, "support", orgId);
  expect((await readForm(txnId)).some(({ changeUntil }) => changeUntil !== undefined)).toBe(false);
  const file = await asha.upload(["too late"]);
  expect(codeOf(await replace(asha, "bgv-tenth-1", tenth(file)))).toEqual([409, 109]);
});

test("rejects a form that is not with the verifier, and other verifications", async () => {
  const { txnId } = await submitCase(app);
  expect(codeOf(await allow(txnId, ["bgv-degree"]))[1]).toBe(106);
  expect(codeOf(await allow(txnId, ["unknown"]))[1]).toBe(106);
  expect(codeOf(await allow(txnId, ["bgv-tenth"], 15))[0]).toBe(400);
  const open = await begin(app, orgId, "background-check", { identity: true, process: true });
  expect(codeOf(await allow(open.txnId, ["bgv-tenth"]))).toEqual([409, 109]);
  const vera = await hire(app, "verifier", orgId);
  expect(codeOf(await allow(txnId, ["bgv-tenth"], 1, vera))).toEqual([403, 103]);
  const other = await hire(app, "support", "gce");
  const foreign = await other.browser.call("POST", `/organisations/gce/forms/${txnId}/changes`, {
    verificationList: ["bgv-tenth"],
    days: 1,
  });
  expect(codeOf(foreign)).toEqual([404, 104]);
});

test("keeps what the paid price depends on", async () => {
  const asha = await begin(app, "lotus", "admission", { identity: true, process: true });
  const data = degree(await asha.upload());
  expect(codeOf(await asha.save("bgv-degree", data))).toEqual([200, 0]);
  await skip(asha, ["bgv-tenth", "bgv-twelfth"]);
  const keys = { orgId: "lotus", txnId: asha.txnId };
  const opened = await asha.call("POST", `${payment}/init`, { ...keys, region: "IN", express: false });
  await decidePayment(app, read(opened)["paymentId"]!, { outcome: "success" });
  const olga = await hire(app, "support", "lotus");
  const path = `/organisations/lotus/forms/${asha.txnId}/changes`;
  const allowed = await olga.browser.call("POST", path, { verificationList: ["bgv-degree"], days: 1 });
  expect(codeOf(allowed)).toEqual([200, 0]);
  expect((await replace(asha, "bgv-degree-1", { ...data, degreeLevel: "doctoral" })).json()).toMatchObject({
    code: 106,
    fields: [{ pointer: "/data/degreeLevel" }],
  });
  expect(codeOf(await replace(asha, "bgv-degree-1", { ...data, course: "B.Sc. Chemistry" }))).toEqual([200, 0]);
});
