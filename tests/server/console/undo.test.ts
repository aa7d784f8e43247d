import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendDeliveries } from "#server/delivery/deliveries.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { readDeliveries, verify } from "../delivery/verified.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read, reasonOf } from "../staff/staff-member.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "./submitted-case.ts";

let app: TestApp;
type Member = Awaited<ReturnType<typeof hire>>;
let vera: Member;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  vera = await hire(app, "verifier", orgId);
});
afterAll(() => app?.close());

const others = ["bgv-employment-1", "bgv-address-1"];
const at = ({ path }: SubmittedCase, other: string) => path.replace(subType, other);
const decide = (path: string, body: object) =>
  vera.browser.call("POST", `${path}/decision`, { version: 1, ...body }).then((answer) => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
const undo = (path: string, { browser } = vera) => browser.call("POST", `${path}/undo`);
const complete = { outcome: "complete" };
const more = { outcome: "insufficient", fieldList: [{ at: "/Marksheet", reason: "unreadable" }] };
const fail = { outcome: "fail", reason: "not-confirmed" };
interface Found {
  case: { state: string };
  undo?: { until: string; isHeld: boolean };
  decisionList: { outcome: string; by?: { id: string } }[];
}
const getCase = async (path: string) => read<Found>(await vera.browser.call("GET", path));
const stateOf = async ({ candidate }: SubmittedCase) => (await candidate.info<{ state: string }>()).state;
const noticesOf = async ({ candidate }: SubmittedCase) =>
  (await candidate.call("GET", "/notification/api/1.0/notification")).json<{ data: { list: { title: string }[] } }>()
    .data.list;
const textsTo = async ({ candidate }: SubmittedCase) => {
  await app.services.outbox.flush();
  const sent = await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(candidate.mobile)}`);
  return sent
    .json<{ list: { text: string }[] }>()
    .list.map(({ text }) => text)
    .filter((text) => !text.includes("password"));
};
const credentialsOf = async ({ candidate }: SubmittedCase) =>
  (await candidate.call("GET", "/web-wallet/api/1.0/credentials")).json<{ data: { list: { id: string }[] } }>().data
    .list;
/** Decides all but the marksheet. */
async function decideOthers(one: SubmittedCase): Promise<void> {
  for (const other of others) await decide(at(one, other), complete);
}

describe("an undone decision", () => {
  test("brings the case back, drops the notice and the message, and stays in the list", async () => {
    const one = await submitCase(app);
    const before = (await noticesOf(one)).length;
    await decide(one.path, more);
    expect(await stateOf(one)).toBe("INSUFFICIENT_DATA");
    expect((await getCase(one.path)).undo).toMatchObject({ isHeld: true });
    expect(read(await undo(one.path))).toEqual({ state: "IN_PROGRESS" });
    expect(await stateOf(one)).toBe("IN_PROGRESS");
    expect(await noticesOf(one)).toHaveLength(before);
    await app.advance(301);
    expect(await textsTo(one)).toEqual([]);
    const found = await getCase(one.path);
    expect(found.decisionList).toMatchObject([
      { outcome: "insufficient", by: { id: vera.id } },
      { outcome: "undo", by: { id: vera.id } },
    ]);
    expect(found.undo).toBeUndefined();
    expect([codeOf(await undo(one.path)), reasonOf(await undo(one.path))]).toEqual([[409, 109], "undo-nothing"]);
    const { rows } = await app.services.pool.query(
      "select moved_by from state_ledger where transaction_id = $1 and item = $2 order by id desc limit 1",
      [one.txnId, subType],
    );
    expect(rows).toEqual([{ moved_by: "cases.undo" }]);
  });

  test.each([
    ["verified", complete, "COMPLETED"],
    ["failed", fail, "FAILED"],
  ])("ends a transaction that was %s as its last one, and another decision is announced", async (_, body, state) => {
    const one = await submitCase(app);
    await decideOthers(one);
    await decide(one.path, body);
    expect(await stateOf(one)).toBe(state);
    expect(await textsTo(one)).toEqual([]);
    expect(codeOf(await undo(one.path))).toEqual([200, 0]);
    expect(await stateOf(one)).toBe("IN_PROGRESS");
    await decide(one.path, fail);
    await app.advance(301);
    const texts = await textsTo(one);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("The institution could not confirm this.");
    await vera.browser.signIn();
  });

  test("leaves a message about the other requests of the five minutes", async () => {
    const one = await submitCase(app);
    const asked = { outcome: "insufficient", fieldList: [{ at: "/designation", reason: "details-differ" }] };
    await decide(at(one, "bgv-employment-1"), asked);
    await decide(one.path, more);
    expect(codeOf(await undo(one.path))).toEqual([200, 0]);
    await app.advance(301);
    const texts = await textsTo(one);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("Employment");
    expect(texts[0]).not.toContain("Marksheet");
  });

  test("takes its credential from every list, and revokes it in the status list", async () => {
    const one = await submitCase(app);
    await decide(one.path, complete);
    expect(await credentialsOf(one)).toHaveLength(1);
    await undo(one.path);
    expect(await credentialsOf(one)).toEqual([]);
    const { rows } = await app.services.pool.query(
      "select revoked_at is not null as ended from credentials where transaction_id = $1",
      [one.txnId],
    );
    expect(rows).toEqual([{ ended: true }]);
    await decide(one.path, complete);
    expect(await credentialsOf(one)).toHaveLength(1);
  });
});

test("holds the report of a last decision, and drops it when the decision is undone", async () => {
  const { txnId } = await verify(app, "IN_PROGRESS");
  const gce = await hire(app, "verifier", "gce");
  const { rows } = await app.services.pool.query<{ sub_type: string }>(
    "select sub_type from cases where transaction_id = $1 and state = 'IN_PROGRESS'",
    [txnId],
  );
  const paths = rows.map(({ sub_type: other }) => `/organisations/gce/cases/${txnId}/${other}`);
  for (const path of paths)
    expect(codeOf(await gce.browser.call("POST", `${path}/decision`, { version: 1, ...complete }))).toEqual([200, 0]);
  await sendDeliveries(app.services);
  expect(await readDeliveries(app, { txnId })).toMatchObject({ documents: { state: "due", attempts: 0 } });
  expect(codeOf(await undo(paths.at(-1)!, gce))).toEqual([200, 0]);
  expect(await readDeliveries(app, { txnId })).toEqual({});
  await gce.browser.call("POST", `${paths.at(-1)!}/decision`, { version: 1, ...complete });
  expect(codeOf(await gce.browser.call("POST", `${paths.at(-1)!}/send`))).toEqual([200, 0]);
  await sendDeliveries(app.services);
  expect((await readDeliveries(app, { txnId })).documents).toMatchObject({ attempts: 1 });
  expect(reasonOf(await undo(paths.at(-1)!, gce))).toBe("undo-sent");
});

describe("an undo is refused", () => {
  test("after the message has left, and after 'send now'", async () => {
    const one = await submitCase(app);
    await decide(one.path, more);
    await app.advance(301);
    expect(await textsTo(one)).toHaveLength(1);
    expect((await getCase(one.path)).undo).toBeUndefined();
    const answer = await undo(one.path);
    expect([codeOf(answer), reasonOf(answer)]).toEqual([[409, 109], "undo-sent"]);

    const two = await submitCase(app);
    await decide(two.path, more);
    expect(codeOf(await vera.browser.call("POST", `${two.path}/send`))).toEqual([200, 0]);
    expect(await textsTo(two)).toHaveLength(1);
    expect(reasonOf(await undo(two.path))).toBe("undo-sent");
    expect(codeOf(await vera.browser.call("POST", `${two.path}/send`))).toEqual([409, 109]);
  });

  test("after ten minutes, when nothing was to be sent", async () => {
    const one = await submitCase(app);
    await decide(one.path, complete);
    const { undo: offered } = await getCase(one.path);
    expect(offered).toMatchObject({ isHeld: false });
    const left = new Date(offered!.until).getTime() - (await app.services.clock.now()).getTime();
    expect(left).toBeGreaterThan(9 * 60_000);
    await app.advance(601);
    expect(reasonOf(await undo(one.path))).toBe("undo-over");
  });

  test("once the candidate has the credential, or has answered", async () => {
    const one = await submitCase(app);
    await decide(one.path, complete);
    const [credential] = await credentialsOf(one);
    const received = await one.candidate.call("POST", `/web-wallet/api/1.0/credentials/receive/${credential!.id}`, {});
    expect(received.statusCode, received.body).toBe(200);
    expect(reasonOf(await undo(one.path))).toBe("undo-received");

    const two = await submitCase(app);
    await decide(two.path, more);
    const data = { Marksheet: await two.candidate.upload(["another page"]) };
    expect((await two.candidate.post("/bgv/insufficiency", { subType, data })).statusCode).toBe(200);
    expect(reasonOf(await undo(two.path))).toBe("undo-nothing");
  });

  test("of a provider's result, by another role, and by another organisation", async () => {
    const one = await submitCase(app);
    await app.call("POST", "/sandbox/verifier", { body: { txnId: one.txnId, outcome: "complete" } });
    expect(reasonOf(await undo(one.path))).toBe("undo-nothing");
    const two = await submitCase(app);
    await decide(two.path, complete);
    const [support, other] = [await hire(app, "support", orgId), await hire(app, "verifier", "gce")];
    expect(codeOf(await undo(two.path, support))).toEqual([403, 103]);
    expect(codeOf(await undo(two.path, other))).toEqual([404, 104]);
    expect(codeOf(await undo(two.path.replace(orgId, "gce"), other))).toEqual([404, 104]);
  });
});
