import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormMessageList } from "#engine/core/scope/shapes/form-messages.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { orgId, submitCase } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { decide } from "../wallet/transactions/guard-candidates.ts";

let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
});
afterAll(() => app?.close());

const toPath = (txnId: string) => `/organisations/${orgId}/forms/${txnId}/messages`;
const list = async (txnId: string) => read<FormMessageList>(await mina.browser.call("GET", toPath(txnId))).list;
const resend = (txnId: string, id: string, { browser } = mina) => browser.call("POST", `${toPath(txnId)}/${id}/resend`);
const outbox = async (mobile: string) =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`))
    .json<{ list: { text: string }[] }>()
    .list.map(({ text }) => text);

/** A form that was closed, about which the candidate got messages. */
async function closed() {
  const { candidate, txnId } = await submitCase(app, { name: "Asha Rao" });
  await decide(app, candidate, "complete");
  await app.advance(1);
  mina = await hire(app, "support", orgId);
  return { candidate, txnId };
}

test("lists the messages about a form, and sends one again in the candidate's language", async () => {
  const { candidate, txnId } = await closed();
  const [message] = await list(txnId);
  expect(message).toMatchObject({
    title: "Verification complete",
    deliveryList: [{ channel: "sms", status: "sent", to: expect.stringMatching(/^…[0-9]{4}$/) }],
  });
  await app.services.db.execute(sql`update candidates set locale = 'hi' where mobile = ${candidate.mobile}`);
  const before = await outbox(candidate.mobile);
  expect(codeOf(await resend(txnId, message!._id))).toEqual([200, 0]);
  const after = await outbox(candidate.mobile);
  expect(after).toHaveLength(before.length + 1);
  expect(after.filter((text) => /[\u0900-\u097F]/.test(text))).toHaveLength(1);
  expect((await list(txnId))[0]!.deliveryList).toHaveLength(2);
  const { rows } = await app.services.db.execute(sql`select detail from audit_log where event = 'message-resent'`);
  expect(rows).toMatchObject([{ detail: { staffId: mina.id, messageId: message!._id } }]);
  expect(codeOf(await resend(txnId, message!._id))[0]).toBe(429);
  await app.advance(601);
  expect(codeOf(await resend(txnId, message!._id))).toEqual([200, 0]);
});

test("does not send what still waits", async () => {
  const { candidate, txnId } = await submitCase(app, { name: "Ravi Iyer" });
  await decide(app, candidate, "insufficient", "bgv-tenth");
  const [message] = await list(txnId);
  expect(message).toMatchObject({ deliveryList: [{ status: "waiting" }] });
  expect(codeOf(await resend(txnId, message!._id))).toEqual([409, 109]);
});

test("rejects unknown messages, other forms, roles and organisations", async () => {
  const { txnId } = await closed();
  const [message] = await list(txnId);
  expect(codeOf(await resend(txnId, "unknown"))).toEqual([404, 104]);
  const other = await submitCase(app);
  expect(codeOf(await resend(other.txnId, message!._id))).toEqual([404, 104]);
  const audrey = await hire(app, "auditor", orgId);
  expect(codeOf(await resend(txnId, message!._id, audrey))).toEqual([403, 103]);
  const foreign = await hire(app, "support", "gce");
  const path = `/organisations/gce/forms/${txnId}/messages`;
  expect(codeOf(await foreign.browser.call("GET", path))).toEqual([404, 104]);
});
