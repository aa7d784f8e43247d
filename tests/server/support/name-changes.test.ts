import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NameChange, NameChangeList } from "#engine/core/scope/shapes/name-changes.ts";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { orgId } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { begin, type TestCandidate } from "../wallet/transactions/candidate.ts";

const requests = `/organisations/${orgId}/name-changes`;
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;
let lena: typeof mina;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
  lena = await hire(app, "lead", orgId);
});
afterAll(() => app?.close());

const ask = async (asha: TestCandidate, name?: string) =>
  asha.post("/transactions/name-change-request", {
    verificationName: "bgv-degree",
    ...(name !== undefined && { name }),
    documentList: [{ label: "Document proof", url: await asha.upload() }],
  });
const list = async (query = "") => read<NameChangeList>(await mina.browser.call("GET", `${requests}${query}`)).list;
const find = async (txnId: string) => (await list()).find((one) => one.txnId === txnId)!;
const get = async (id: string) => read<NameChange>(await mina.browser.call("GET", `${requests}/${id}`));
const approve = (id: string, name: string, { browser } = mina) =>
  browser.call("POST", `${requests}/${id}/approve`, { name });
const refuse = (id: string, why: object, { browser } = mina) => browser.call("POST", `${requests}/${id}/refuse`, why);
const outbox = async (mobile: string) =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`))
    .json<{ list: { text: string }[] }>()
    .list.map(({ text }) => text);
/** A candidate with an open request. */
async function asked(options: object = {}, name?: string): Promise<{ asha: TestCandidate; id: string }> {
  const asha = await begin(app, orgId, "background-check", { identity: true, process: true, ...options });
  const answer = await ask(asha, name);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { asha, id: (await find(asha.txnId)).id };
}

describe("a request", () => {
  test("is listed with both names, and opens with its proof", async () => {
    const { asha, id } = await asked({ name: "Asha Rao" }, "  Asha   Verma ");
    expect(await find(asha.txnId)).toMatchObject({ name: "Asha Verma", state: "open", formId: "background-check" });
    const whole = await get(id);
    expect(whole).toMatchObject({
      isProved: true,
      credentialCount: 0,
      documentList: [{ label: "Document proof", type: "application/pdf" }],
    });
    const { fileId } = whole.documentList[0]!;
    const opened = await mina.browser.call("POST", `${requests}/${id}/documents/${fileId}`);
    const { pageList } = read<{ pageList: string[] }>(opened);
    const page = await mina.browser.call("GET", pageList[0]!.replace(/^\/console\/api\/1\.0/, ""));
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(codeOf(await mina.browser.call("POST", `${requests}/${id}/documents/other`))).toEqual([404, 104]);
  });

  test.each(["", "   ", "Asha 2", "आशा ९", "x".repeat(101), "<b>"])("is rejected for the name %j", async (name) => {
    const asha = await begin(app, orgId, "background-check", { identity: true, process: true });
    const answer = await ask(asha, name);
    expect([400, 422]).toContain(answer.statusCode);
    expect(await find(asha.txnId)).toBeUndefined();
  });

  test("is accepted in any script, and without a name", async () => {
    const { asha } = await asked({}, "आशा वर्मा");
    expect(await find(asha.txnId)).toMatchObject({ name: "आशा वर्मा" });
    const other = await asked();
    expect(await find(other.asha.txnId)).not.toHaveProperty("name");
  });
});

describe("an approval", () => {
  test("changes the candidate's name, tells them and allows another request", async () => {
    const { asha, id } = await asked({}, "Asha Verma");
    const former = (await get(id)).formerName;
    expect(read<NameChange>(await approve(id, "Asha Verma"))).toMatchObject({
      state: "approved",
      formerName: former,
      name: "Asha Verma",
      by: { id: mina.id },
    });
    expect(read(await asha.call("GET", "/web-wallet/api/1.0/profile"))).toMatchObject({
      displayName: "Asha Verma",
      profileDetails: { name: "Asha Verma" },
    });
    expect(await asha.info()).toMatchObject({
      nameChangeRequest: { requested: false, state: "approved", name: "Asha Verma" },
    });
    expect((await outbox(asha.mobile)).filter((text) => text.includes("Your name is now Asha Verma"))).toHaveLength(1);
    expect(await list("?state=approved")).toMatchObject([{ id }]);
    const { rows } = await app.services.db.execute(sql`
      select candidate_id, detail from audit_log where event = 'name-change-approved'`);
    expect(rows).toMatchObject([{ detail: { staffId: mina.id, requestId: id } }]);
    expect((await transact(app.services.db, (tx) => checkLedger(tx))).faults).toEqual([]);
    expect((await ask(asha, "Asha Sharma")).json()).toMatchObject({ code: 0 });
  });

  test("does not prove a name that no document has proved", async () => {
    const asha = await begin(app, orgId, "background-check", { name: "Ravi Iyer" });
    expect((await ask(asha, "Ravi Kumar")).json()).toMatchObject({ code: 0 });
    const { id } = await find(asha.txnId);
    expect(await get(id)).toMatchObject({ isProved: false, formerName: "Ravi Iyer" });
    await approve(id, "Ravi Kumar");
    expect(read(await asha.call("GET", "/web-wallet/api/1.0/profile"))).toMatchObject({
      displayName: "Ravi Kumar",
      profileDetails: {},
    });
  });

  test.each(["", "Asha 2", "x".repeat(500)])("rejects the name %j", async (name) => {
    const { id } = await asked();
    expect([400, 422]).toContain((await approve(id, name)).statusCode);
    expect(await get(id)).toMatchObject({ state: "open" });
  });

  test("of a colleague comes first: the second one gets a conflict", async () => {
    const { id } = await asked({}, "Asha Verma");
    const answers = await Promise.all([approve(id, "Asha Verma"), refuse(id, { reason: "proof-unreadable" }, lena)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(codeOf(await approve(id, "Asha Verma"))).toEqual([409, 109]);
  });
});

describe("a refusal", () => {
  test("tells the candidate the ready-made reason in their language", async () => {
    const { asha, id } = await asked({}, "Asha Verma");
    await asha.call("PATCH", "/web-wallet/api/1.0/profile", { locale: "hi" });
    expect(read(await refuse(id, { reason: "proof-unreadable" }))).toMatchObject({ state: "refused" });
    expect((await outbox(asha.mobile)).some((text) => text.includes("दस्तावेज़ पढ़ नहीं पा रहे"))).toBe(true);
    expect(await asha.info()).toMatchObject({
      nameChangeRequest: { requested: false, state: "refused", reason: expect.stringContaining("cannot read") },
    });
  });

  test("tells the candidate the words of support as they are", async () => {
    const { asha, id } = await asked();
    await refuse(id, { text: "Send your marriage certificate." });
    expect((await outbox(asha.mobile)).some((text) => text.includes("Send your marriage certificate."))).toBe(true);
  });

  test("needs one reason of the list, or words", async () => {
    const { id } = await asked();
    for (const why of [{}, { text: " " }, { reason: "other" }, { reason: "proof-unreadable", text: "No" }])
      expect([400, 422], JSON.stringify(why)).toContain((await refuse(id, why)).statusCode);
    expect(await get(id)).toMatchObject({ state: "open" });
  });
});

test("shows requests to those of the organisation who may see them", async () => {
  const { id } = await asked();
  const other = await hire(app, "support", "gce");
  expect(codeOf(await other.browser.call("GET", `/organisations/gce/name-changes/${id}`))).toEqual([404, 104]);
  expect(
    codeOf(await other.browser.call("POST", `/organisations/gce/name-changes/${id}/approve`, { name: "A" })),
  ).toEqual([404, 104]);
  const vera = await hire(app, "verifier", orgId);
  expect(codeOf(await vera.browser.call("GET", requests))).toEqual([403, 103]);
  const audrey = await hire(app, "auditor", orgId);
  expect(codeOf(await approve(id, "Asha", audrey))).toEqual([403, 103]);
});

test("has pages, the oldest open request first", async () => {
  const all = (await list("?count=100")).map(({ id }) => id);
  const page = read<NameChangeList>(await mina.browser.call("GET", `${requests}?count=2`));
  const rest = read<NameChangeList>(await mina.browser.call("GET", `${requests}?count=100&after=${page.next}`));
  expect([...page.list, ...rest.list].map(({ id }) => id)).toEqual(all);
});
