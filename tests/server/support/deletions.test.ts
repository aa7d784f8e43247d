import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Deletion, DeletionList, OwnDeletion } from "#engine/core/scope/shapes/deletions.ts";
import { openRetainedOrder } from "#server/support/deletions/erase-orders.ts";
import { runDeletions } from "#server/support/deletions/run-deletions.ts";
import { listContentFaults } from "#server/platform/store/ledger-contents.ts";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { orgId, submitCase, subType, type SubmittedCase } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { begin, degree, tenth, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { decide as decidePayment } from "../checkout/orders/ready-to-pay.ts";
import { decide } from "../wallet/transactions/guard-candidates.ts";

const api = "/web-wallet/api/1.0";
const deletions = `/organisations/${orgId}/deletions`;
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;
let adam: Awaited<ReturnType<typeof hire>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  await hireAgain();
});
afterAll(() => app?.close());

const hireAgain = async () => {
  mina = await hire(app, "support", orgId);
  adam = await hire(app, "admin", orgId);
};

const ask = (asha: TestCandidate) => asha.call("POST", `${api}/profile/deletion-request`, {});
const own = async (asha: TestCandidate) => read<OwnDeletion>(await asha.call("GET", `${api}/profile/deletion`));
const cancel = (asha: TestCandidate) => asha.call("POST", `${api}/profile/deletion/cancel`, {});
const query = async <T extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await app.services.pool.query<T>(statement, values)).rows;
const findId = async (asha: TestCandidate) =>
  (
    await query<{ id: string }>(
      `select d.id from deletion_requests d join transactions t using (candidate_id)
       where t.id = $1 order by requested_at desc, d.id limit 1`,
      [asha.txnId],
    )
  )[0]!.id;
const get = async (deletionId: string) => read<Deletion>(await adam.browser.call("GET", `${deletions}/${deletionId}`));
const approve = (deletionId: string, { browser } = adam) => browser.call("POST", `${deletions}/${deletionId}/approval`);
const messages = async (to: string, about: string) =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(to)}`))
    .json<{ list: { text: string }[] }>()
    .list.filter(({ text }) => text.includes(about));

async function asked(asha: TestCandidate): Promise<string> {
  expect(codeOf(await ask(asha))).toEqual([200, 0]);
  return findId(asha);
}

/** A form that can be paid, with the candidate's words in its bill. */
async function payable(): Promise<TestCandidate> {
  const asha = await begin(app, "lotus", "admission", { identity: true, process: true, name: "Kept Name" });
  await asha.save("bgv-tenth", tenth(await asha.upload()));
  await asha.save("bgv-degree", { ...degree(await asha.upload()), course: "B.Sc. Kept Words" });
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  return asha;
}

/** Opens the payment of a form; → its id. */
async function startPayment(asha: TestCandidate): Promise<string> {
  const { orgId: of, txnId } = asha;
  const body = { orgId: of, txnId, region: "IN", express: false };
  const started = await asha.call("POST", "/verification/api/1.0/transactions/payment/init", body);
  expect(started.statusCode, started.body).toBe(200);
  return read<{ paymentId: string }>(started).paymentId;
}

/** A submitted case whose candidate's answers are all verified. */
async function verified(name: string): Promise<SubmittedCase> {
  const one = await submitCase(app, { name });
  for (const verification of ["bgv-tenth", "bgv-employment", "bgv-address"])
    await decide(app, one.candidate, "complete", verification);
  return one;
}

const marker = "Zzyzxmarker";

/** The tables and columns of the database in which a text is readable. Those of the sandbox imitate phones. */
async function findText(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'ledger_months') and table_type = 'BASE TABLE' and table_name !~ '^sandbox_'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ilike '%' || $1 || '%'
       or t::text like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });

describe("a request for deletion", () => {
  test("is one request, shows what goes and what stays, and can be cancelled", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true, process: true });
    expect(await own(asha)).toMatchObject({ state: "none" });
    expect(codeOf(await cancel(asha))).toEqual([404, 104]);
    const first = read(await ask(asha));
    expect(read(await ask(asha))).toEqual(first);
    const request = await own(asha);
    expect(request).toMatchObject({ state: "open", ...first });
    expect(request.erasedList.map(({ group }) => group)).toContain("files");
    expect(request.keptList.map(({ group }) => group)).toEqual(["consents", "records"]);
    expect(codeOf(await cancel(asha))).toEqual([200, 0]);
    expect(await own(asha)).toMatchObject({ state: "none" });
    const id = await findId(asha);
    expect(await get(id)).toMatchObject({ state: "cancelled" });
    expect(codeOf(await approve(id))).toEqual([409, 109]);
    await runDeletions(app.services);
    expect((await own(asha)).state).toBe("none");
  });

  test("is listed for its organisation alone, and refused for a reason that the candidate reads", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true, name: "Ravi Iyer" });
    const id = await asked(asha);
    const { list } = read<DeletionList>(await mina.browser.call("GET", `${deletions}?count=100`));
    expect(list.find(({ deletionId }) => deletionId === id)).toMatchObject({ displayName: "Ravi Iyer", state: "open" });
    const other = await hire(app, "admin", "gce");
    expect(codeOf(await other.browser.call("GET", `/organisations/gce/deletions/${id}`))).toEqual([404, 104]);
    expect(codeOf(await other.browser.call("POST", `/organisations/gce/deletions/${id}/approval`))).toEqual([404, 104]);
    const refuse = (reason: string) => mina.browser.call("POST", `${deletions}/${id}/refusal`, { reason });
    expect(codeOf(await refuse("no-such"))).toEqual([422, 106]);
    expect(codeOf(await refuse("legal-claim"))).toEqual([200, 0]);
    expect(codeOf(await refuse("legal-claim"))).toEqual([409, 109]);
    expect(await get(id)).toMatchObject({ state: "refused", reason: expect.stringContaining("legal claim") });
    expect(await messages(asha.mobile, "We cannot delete your data now.")).toHaveLength(1);
    expect((await own(asha)).state).toBe("none");
  });

  test("waits with a reason while a verification runs or an order is open", async () => {
    const running = await submitCase(app);
    const id = await asked(running.candidate);
    expect(await own(running.candidate)).toMatchObject({ waitsFor: "A verification is still running" });
    expect(await get(id)).toMatchObject({ waitsFor: "A verification is still running" });
    const refused = await approve(id);
    expect(codeOf(refused)).toEqual([409, 109]);
    expect(refused.json()).toMatchObject({ message: "A verification is still running" });
    expect((await own(running.candidate)).state).toBe("open");

    const paying = await payable();
    await startPayment(paying);
    await asked(paying);
    expect(await own(paying)).toMatchObject({ waitsFor: "A payment is still with the bank" });
  });

  test("by support waits for a second person", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true });
    const id = await asked(asha);
    const answer = await approve(id, mina);
    expect(codeOf(answer)).toEqual([403, 124]);
    const { approvalId } = answer.json().data;
    expect((await own(asha)).state).toBe("open");
    await adam.browser.call("POST", `/organisations/${orgId}/approvals/${approvalId}`, { approve: true });
    expect(codeOf(await approve(id, mina))).toEqual([200, 0]);
  });

  test("needs a fresh proof of staff", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true });
    const id = await asked(asha);
    await app.advance(301);
    expect(codeOf(await approve(id))).toEqual([403, 122]);
    await adam.browser.prove();
    expect(codeOf(await approve(id))).toEqual([200, 0]);
  });

  test("is decided once by two people at the same moment", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true });
    const id = await asked(asha);
    const eve = await hire(app, "admin", orgId);
    const answers = await Promise.all([
      approve(id),
      eve.browser.call("POST", `${deletions}/${id}/refusal`, { reason: "legal-claim" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test("of a server of an earlier release becomes a request", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true });
    await query("update candidates set deletion_requested_at = app_now() where mobile = $1", [asha.mobile]);
    await runDeletions(app.services);
    expect((await own(asha)).state).toBe("open");
  });
});

describe("an approved deletion", () => {
  test("leaves nothing of the candidate's text in any table or file", async () => {
    const one = await verified(`${marker} Rao`);
    const { candidate } = one;
    await candidate.call("POST", `${api}/profile/chat`, { text: `Hello from ${marker}` });
    await candidate.call(
      "PUT",
      `/verification/web-wallet/api/1.0/transactions/bgv-degree/draft?orgId=${orgId}&txnId=${one.txnId}`,
      {
        version: 0,
        data: { course: marker },
      },
    );
    const credentials = read<{ list: { id: string }[] }>(
      await candidate.call("GET", `${api}/credentials?seed=0&count=10`),
    );
    const [credential] = credentials.list;
    const sharing = await candidate.call("GET", `${api}/credentials/share-links?credentialId=${credential!.id}`);
    const shared = await candidate.call("POST", `${api}/credentials/share-links`, {
      credentialId: credential!.id,
      audience: marker,
      facts: [read<{ facts: { name: string }[] }>(sharing).facts[0]!.name],
      days: "7",
    });
    expect(shared.statusCode, shared.body).toBe(200);
    await mina.browser.call("POST", `${one.path}/notes`, { text: `A note about ${marker}` });
    // An institution that no list has is free text.
    await query("update cases set institution = $1 where transaction_id = $2", [`${marker} School`, one.txnId]);
    expect((await findText(marker)).length).toBeGreaterThan(3);
    const files = await query<{ id: string }>(
      "select f.id from files f join transactions t using (candidate_id) where t.id = $1",
      [one.txnId],
    );
    expect(files.length).toBeGreaterThan(2);

    await hireAgain();
    const id = await asked(candidate);
    expect((await get(id)).waitsFor).toBeUndefined();
    expect(codeOf(await approve(id))).toEqual([200, 0]);
    // At once: signed out, and the number is free.
    expect((await candidate.call("GET", `${api}/profile`)).statusCode).toBe(401);
    expect((await findText(candidate.mobile)).filter((row) => !row.includes("public.outbox"))).toEqual([]);
    await runDeletions(app.services);
    await app.services.outbox.flush();
    await runDeletions(app.services);
    expect(await findText(marker)).toEqual([]);
    expect(await findText(candidate.mobile)).toEqual([]);
    for (const file of files) expect(await app.services.ports.storage.findSize(file.id)).toBeUndefined();
    const below = filesBelow(app.services.settings.dataDir).filter((file) =>
      files.some(({ id: one }) => file.includes(one)),
    );
    expect(below).toEqual([]);

    // The ledger is whole, and goes on to watch what is left.
    expect(await transact(app.services.db, (tx) => listContentFaults(tx))).toEqual([]);
    await query('update submissions set data = \'{"rollNumber": "9"}\' where transaction_id = $1', [one.txnId]);
    expect(await transact(app.services.db, (tx) => listContentFaults(tx))).not.toEqual([]);
    await query("update submissions set data = '{}' where transaction_id = $1", [one.txnId]);

    const receipt = await app.call("GET", `${api}/deletion-receipts/${id}`);
    expect(read<Deletion>(receipt)).toMatchObject({
      state: "erased",
      keptList: [{ group: "consents" }, { group: "records" }],
    });
    expect(await messages(candidate.mobile, `/deletion/${id}`)).toHaveLength(1);
    const secret = read<{ address: string }>(shared).address.split("/shared/")[1]!.split("?")[0];
    const viewed = await app.call("GET", `${api}/credentials/shared/${secret}`);
    expect(viewed.json()).toMatchObject({ data: { status: "revoked" } });
    const revoked = await query("select revoked_at from credentials where id = $1", [credential!.id]);
    expect(revoked).toEqual([{ revoked_at: expect.anything() }]);

    const vera = await hire(app, "verifier", orgId);
    const found = read<{ case: { deletedAt: string }; data: object }>(await vera.browser.call("GET", one.path));
    expect(found).toMatchObject({ case: { subType, deletedAt: expect.any(String) }, data: {}, documentList: [] });
    // The number opens a new, empty wallet.
    const again = await begin(app, orgId, "background-check", { mobile: candidate.mobile, name: "Someone Else" });
    expect((await again.call("GET", `${api}/credentials?seed=0&count=10`)).json()).toMatchObject({
      data: { total: 0 },
    });
  });

  test("goes on after a crash at any step, and does nothing twice", async () => {
    const one = await verified("Nandini Rao");
    const id = await asked(one.candidate);
    expect(codeOf(await approve(id))).toEqual([200, 0]);
    const { storage } = app.services.ports;
    const crash = vi.spyOn(storage, "remove").mockRejectedValueOnce(new Error("the disk is away"));
    await runDeletions(app.services);
    expect(await get(id)).toMatchObject({ state: "approved" });
    expect((await findText("Nandini")).length).toBeGreaterThan(0);
    crash.mockRestore();
    await Promise.all([runDeletions(app.services), runDeletions(app.services)]);
    expect(await get(id)).toMatchObject({ state: "erased" });
    await app.services.outbox.flush();
    await runDeletions(app.services);
    expect(await findText("Nandini")).toEqual([]);
    expect(await messages(one.candidate.mobile, `/deletion/${id}`)).toHaveLength(1);
    const events = await query(
      "select a.seq from audit_log a join transactions t on t.candidate_id = a.candidate_id where a.event in ('transaction-deleted', 'candidate-deleted') and t.id = $1",
      [one.txnId],
    );
    expect(events).toHaveLength(2);
  });

  test("is not undone by a code that was sent before", async () => {
    const asha = await begin(app, orgId, "background-check", { identity: true });
    const id = await asked(asha);
    const sent = read<{ txnId: string }>(
      await app.call("POST", `${api}/profile/login`, { body: { mobile: asha.mobile } }),
    );
    const [newest] = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(asha.mobile)}`)).json().list;
    await approve(id);
    const answer = await app.call("PUT", `${api}/profile/otp/${sent.txnId}/verify`, { body: { otp: newest.otp } });
    expect(answer.statusCode).toBe(404);
  });

  test("keeps what tax law asks for under the candidate's key, until its time is over", async () => {
    const asha = await payable();
    await decidePayment(app, await startPayment(asha), { outcome: "success" });
    await decide(app, asha, "complete");
    const [order] = await query<{ id: string; cart: object; amount: number }>(
      "select id, cart, amount_minor as amount from orders where transaction_id = $1 and status = 'Success'",
      [asha.txnId],
    );
    await query("update transactions set evaluation_state = 'evaluationReportSent' where id = $1", [asha.txnId]);
    const id = await asked(asha);
    const owner = await hire(app, "admin", asha.orgId);
    const path = `/organisations/${asha.orgId}/deletions/${id}`;
    const preview = read<Deletion>(await owner.browser.call("GET", path));
    expect(preview.keptList.map(({ group }) => group)).toContain("payments");
    expect(codeOf(await owner.browser.call("POST", `${path}/approval`))).toEqual([200, 0]);
    await runDeletions(app.services);
    const [after] = await query<{ cart: { items: { description: string }[] }; amount: number }>(
      "select cart, amount_minor as amount from orders where id = $1",
      [order!.id],
    );
    expect(after!.amount).toBe(order!.amount);
    expect(after!.cart.items.every(({ description }) => description === "")).toBe(true);
    const { db, secrets } = app.services;
    const kept = await openRetainedOrder(secrets, db, order!.id);
    expect(kept).toEqual({ buyer: { name: "Kept Name", mobile: asha.mobile }, cart: order!.cart });
    await expect(query("update orders set cart = '{}' where id = $1", [order!.id])).rejects.toThrow(
      "the price of an order is final",
    );

    const eightYears = 8 * 365 * 24 * 3_600_000;
    const { keptList } = read<Deletion>(await owner.browser.call("GET", path));
    const until = keptList.find(({ group }) => group === "payments")!.until!;
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(eightYears);
    await query("update deletion_requests set kept = replace(kept::text, $2, '2020-') :: jsonb where id = $1", [
      id,
      until.slice(0, 5),
    ]);
    await runDeletions(app.services);
    expect(await openRetainedOrder(secrets, db, order!.id)).toBeUndefined();
    expect(
      await query("select 1 from candidate_keys k join orders o using (candidate_id) where o.id = $1", [order!.id]),
    ).toEqual([]);
  });
});
