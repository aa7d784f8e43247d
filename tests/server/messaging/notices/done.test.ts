import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "../../console/submitted-case.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { codeOf, hire } from "../../staff/staff-member.ts";
import { begin, type TestCandidate } from "../../wallet/transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const readNotices = async ({ call }: TestCandidate) => {
  const { list, unread } = (await call("GET", "/notification/api/1.0/notification")).json<{
    data: { list: { title: string; read: boolean }[]; unread: number };
  }>().data;
  return { list: list.map(({ title, read }) => `${title}: ${read ? "old" : "new"}`), unread };
};

async function askForMore({ path }: SubmittedCase) {
  const { browser } = await hire(app, "lead", orgId);
  const fieldList = [{ at: "/Marksheet", reason: "unreadable" }];
  const decided = await browser.call("POST", `${path}/decision`, { version: 1, outcome: "insufficient", fieldList });
  expect(codeOf(decided)).toEqual([200, 0]);
}

test("a request for more is no longer new when the repair is submitted", async () => {
  const one = await submitCase(app);
  await askForMore(one);
  expect(await readNotices(one.candidate)).toEqual({ list: ["Action required: new"], unread: 1 });
  const Marksheet = await one.candidate.upload(["a better scan"]);
  const repaired = await one.candidate.post("/bgv/insufficiency", { subType, data: { Marksheet } });
  expect(repaired.statusCode, repaired.body).toBe(200);
  expect(await readNotices(one.candidate)).toEqual({ list: ["Action required: old"], unread: 0 });
});

test("a reminder is no longer new when the form is closed, and is new again when it opens again", async () => {
  const candidate = await begin(app, orgId, "background-check");
  await app.advance(7 * 86_400 + 60);
  await candidate.signInAgain();
  expect(await readNotices(candidate)).toEqual({ list: ["Your form is waiting: new"], unread: 1 });
  const setState = (state: string) =>
    app.services.pool.query("update transactions set state = $1 where id = $2", [state, candidate.txnId]);
  await setState("CLOSED");
  expect(await readNotices(candidate)).toEqual({ list: ["Your form is waiting: old"], unread: 0 });
  await setState("PENDING");
  expect(await readNotices(candidate)).toEqual({ list: ["Your form is waiting: new"], unread: 1 });
});

test("a notice that asks for nothing stays new until it is read", async () => {
  const { candidate, txnId } = await submitCase(app);
  const { browser } = await hire(app, "lead", orgId);
  for (const failed of ["bgv-tenth-1", "bgv-employment-1", "bgv-address-1"])
    await browser.call("POST", `/organisations/${orgId}/cases/${txnId}/${failed}/decision`, {
      version: 1,
      outcome: "fail",
      reason: "not-confirmed",
    });
  const { unread } = await readNotices(candidate);
  expect(unread).toBe(1);
  const read = await candidate.call("POST", "/notification/api/1.0/notification/read", {});
  expect(read.json()).toMatchObject({ data: { unread: 0 } });
});
