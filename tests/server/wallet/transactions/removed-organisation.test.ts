import { afterAll, beforeAll, expect, test } from "vitest";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import type { Release } from "#server/config/release.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin, tenth, wallet, type TestCandidate } from "./candidate.ts";

// A running transaction whose organisation is not in the current release.

const orgId = "lotus";
let app: TestApp;
let whole: Release;
let without: Release;
let current: Release;

beforeAll(async () => {
  await buildDetectWorker();
  whole = await compile((document) => document);
  const organisations = [...whole.organisations].filter(([id]) => id !== orgId);
  without = { ...whole, id: `${whole.id}-without`, organisations: new Map(organisations) };
  current = whole;
  app = await startTestApp({ config: toReader(() => current) });
});
afterAll(() => app?.close());

async function leave(): Promise<{ asha: TestCandidate; request: PresentationRequest }> {
  current = whole;
  const asha = await begin(app, orgId, "admission", { identity: true, process: true });
  const asked = await asha.post("/transactions/presentation-requests", { verificationName: "bgv-degree" });
  current = without;
  return { asha, request: asked.json<{ data: PresentationRequest }>().data };
}
const getInfo = (txnId: string, token: string) =>
  app.call("GET", `${wallet}/transactions/info?orgId=${orgId}&txnId=${txnId}`, { token });
const countDenied = async () =>
  Number((await app.services.pool.query("select count(*) from audit_log where event = 'denied'")).rows[0].count);

test("its owner reads it, without an audit entry about denied access", async () => {
  const { asha } = await leave();
  const before = await countDenied();
  expect((await getInfo(asha.txnId, asha.token)).json()).toMatchObject({ code: 0, data: { orgId, state: "PENDING" } });
  expect(await countDenied()).toBe(before);
});

test("another candidate gets 403 for it, and 404 for a missing one", async () => {
  const { asha } = await leave();
  const { accessToken } = await app.signIn(newMobile());
  expect((await getInfo(asha.txnId, accessToken)).json()).toMatchObject({ code: 103 });
  expect((await getInfo("nothing", accessToken)).json()).toMatchObject({ code: 104 });
});

test("accepts answers to an insufficiency", async () => {
  const { asha } = await leave();
  const file = await asha.upload();
  expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({ code: 0 });
});

test("accepts a presentation, with the organisation's id as its name", async () => {
  const { asha, request } = await leave();
  const choices = await asha.call(
    "GET",
    `${wallet}/transactions/bgv-degree/matching-credentials?orgId=${orgId}&txnId=${asha.txnId}`,
  );
  expect(choices.json()).toMatchObject({ code: 0, data: { organisation: orgId } });
  const read = await asha.call("GET", `${wallet}/transactions/presentation-requests/${request.id}`);
  expect(read.json()).toMatchObject({ code: 0, data: { organisation: orgId, state: "open" } });
  const place = new URL(new URL(request.address).searchParams.get("request_uri")!);
  expect((await app.call("GET", place.pathname)).statusCode).toBe(200);
});
