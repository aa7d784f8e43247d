import { afterAll, beforeAll, expect, test } from "vitest";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import type { TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { wallet } from "./candidate.ts";

let app: TestApp;
let demo: FixtureAnswer;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  demo = (await app.call("POST", "/sandbox/fixture", { body: { name: "demo" } })).json<FixtureAnswer>();
});
afterAll(() => app?.close());

async function read(state: string, headers: Record<string, string> = {}): Promise<TransactionListItem> {
  const token = demo.candidates["asha"]!.accessToken;
  const answer = await app.call("GET", `${wallet}/transactions/candidate-transaction?count=100`, { token, headers });
  const { list } = answer.json<{ data: { list: TransactionListItem[] } }>().data;
  const txnId = demo.transactions[state]!.txnId;
  return list.find((item) => item.txnId === txnId)!;
}

test("lists the fields that the verifier requests by their form labels", async () => {
  expect((await read("INSUFFICIENT_DATA")).progress?.insufficient).toMatchObject([
    {
      name: "bgv-degree",
      label: "Degree",
      reason: "The marksheet cannot be read",
      fields: ["Marksheet"],
      documentsOnly: true,
    },
  ]);
});

test("lists failures with reasons, the number of done steps, and the expected days", async () => {
  const failed = await read("FAILED");
  expect(failed.progress?.failed.map(({ reason }) => reason)).toContain("The university does not know this degree");
  expect((await read("PENDING")).progress).toMatchObject({ total: 5, done: 0, insufficient: [], failed: [] });
  const running = await read("IN_PROGRESS");
  expect(running.progress).toMatchObject({ total: 4, done: 0 });
  expect(running.progress?.expectedCompletionDate?.maxDate).toMatch(/^\d{4}-/);
});

test("has a closing time thirty days after the last answer while it waits for its candidate", async () => {
  const pending = await read("PENDING");
  const days = (Date.parse(String(pending.progress?.closesAt)) - Date.parse(pending.createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  for (const state of ["IN_PROGRESS", "COMPLETED", "FAILED", "CLOSED"])
    expect([state, (await read(state)).progress?.closesAt]).toEqual([state, undefined]);
});

test("has an amount, equal to the bill, only when it is ready and unpaid", async () => {
  const ready = await read("READY_TO_SUBMIT");
  const token = demo.candidates["asha"]!.accessToken;
  const { orgId, txnId } = demo.transactions["READY_TO_SUBMIT"]!;
  const bill = await app.call(
    "GET",
    `/verification/api/1.0/transactions/payment?orgId=${orgId}&txnId=${txnId}&region=IN`,
    { token },
  );
  expect(ready.progress?.toPay?.["IN"]).toBe(bill.json().data.toPay);
  expect(Object.keys(ready.progress?.toPay ?? {}).sort()).toEqual(["IN", "INTL"]);
  expect((await read("PENDING")).progress?.toPay).toBeUndefined();
});

test("a credential card shows facts by form labels and choices by name", async () => {
  const token = demo.candidates["asha"]!.accessToken;
  const answer = await app.call("GET", "/web-wallet/api/1.0/credentials?count=100", { token });
  const { list } = answer.json<{ data: { list: { credentialType: string; card: object }[] } }>().data;
  expect(list.find(({ credentialType }) => credentialType === "Degree")?.card).toMatchObject({
    holder: "Asha Verma",
    org: { displayName: "Harbour Staffing" },
    issuer: { displayName: "Sanad", imageUrl: "/favicon.svg" },
    icon: "degree",
    facts: [
      { label: "Name", value: "Asha Verma" },
      { label: "Institute name", value: "University of Mumbai" },
      { label: "Degree level", value: "Bachelor" },
      { label: "Degree or course", value: "B.Sc. Physics" },
      { label: "Year of passing" },
    ],
  });
});
