import { afterAll, beforeAll, expect, test } from "vitest";
import type { Asking } from "#engine/api/presentations.ts";
import type { Release } from "#server/config/release.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { begin, tenth, wallet, type TestCandidate } from "./candidate.ts";

// Whose organisation is not in the release that runs goes on with what they began.

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

async function leave(): Promise<{ asha: TestCandidate; asking: Asking }> {
  current = whole;
  const asha = await begin(app, orgId, "admission", { identity: true, process: true });
  const asked = await asha.post("/transactions/credential-requests", { verificationName: "bgv-degree" });
  current = without;
  return { asha, asking: asked.json<{ data: Asking }>().data };
}
const getInfo = (txnId: string, token: string) =>
  app.call("GET", `${wallet}/transactions/info?orgId=${orgId}&txnId=${txnId}`, { token });
const countDenied = async () =>
  Number((await app.services.pool.query("select count(*) from audit_log where event = 'denied'")).rows[0].count);

test("its owner reads it, and is not written down as somebody who may not", async () => {
  const { asha } = await leave();
  const before = await countDenied();
  expect((await getInfo(asha.txnId, asha.token)).json()).toMatchObject({ code: 0, data: { orgId, state: "PENDING" } });
  expect(await countDenied()).toBe(before);
});

test("somebody else is told that it is not theirs, and of none that it is not there", async () => {
  const { asha } = await leave();
  const { accessToken } = await app.signIn(newMobile());
  expect((await getInfo(asha.txnId, accessToken)).json()).toMatchObject({ code: 103 });
  expect((await getInfo("nothing", accessToken)).json()).toMatchObject({ code: 104 });
});

test("what is still asked for can be given", async () => {
  const { asha } = await leave();
  const file = await asha.upload();
  expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({ code: 0 });
});

test("a credential can be shown to it, under the name that is left of it", async () => {
  const { asha, asking } = await leave();
  const choices = await asha.call(
    "GET",
    `${wallet}/transactions/bgv-degree/credentials?orgId=${orgId}&txnId=${asha.txnId}`,
  );
  expect(choices.json()).toMatchObject({ code: 0, data: { organisation: orgId } });
  const read = await asha.call("GET", `${wallet}/transactions/credential-requests/${asking.id}`);
  expect(read.json()).toMatchObject({ code: 0, data: { organisation: orgId, state: "open" } });
  const place = new URL(new URL(asking.address).searchParams.get("request_uri")!);
  expect((await app.call("GET", place.pathname)).statusCode).toBe(200);
});
