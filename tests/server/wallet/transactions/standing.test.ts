import { afterAll, beforeAll, expect, test } from "vitest";
import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import type { TransactionListItem } from "#engine/api/transactions.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { wallet } from "./candidate.ts";

let app: TestApp;
let demo: FixtureAnswer;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
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

test("a listed transaction says what the verifier asks for again, by the labels of the form", async () => {
  expect((await read("INSUFFICIENT_DATA")).standing?.asked).toMatchObject([
    {
      name: "bgv-degree",
      label: "Degree",
      reason: "The marksheet cannot be read",
      fields: ["Marksheet"],
      papers: true,
    },
  ]);
});

test("it says what failed and why, how much is filled in, and the promised days", async () => {
  const failed = await read("FAILED");
  expect(failed.standing?.failed.map(({ reason }) => reason)).toContain("The university does not know this degree");
  expect((await read("PENDING")).standing).toMatchObject({ total: 5, proceeded: 0, asked: [], failed: [] });
  const running = await read("IN_PROGRESS");
  expect(running.standing).toMatchObject({ total: 5, proceeded: 5 });
  expect(running.standing?.expectedCompletionDate?.maxDate).toMatch(/^\d{4}-/);
});

test("only what waits for its candidate closes by itself, thirty days after something was given", async () => {
  const pending = await read("PENDING");
  const days = (Date.parse(String(pending.standing?.closesAt)) - Date.parse(pending.createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  for (const state of ["IN_PROGRESS", "COMPLETED", "FAILED", "CLOSED"])
    expect([state, (await read(state)).standing?.closesAt]).toEqual([state, undefined]);
});

test("only what is ready and unpaid names an amount, the one of the bill", async () => {
  const ready = await read("READY_TO_SUBMIT");
  const token = demo.candidates["asha"]!.accessToken;
  const { orgId, txnId } = demo.transactions["READY_TO_SUBMIT"]!;
  const bill = await app.call(
    "GET",
    `/verification/api/1.0/transactions/payment?orgId=${orgId}&txnId=${txnId}&region=IN`,
    { token },
  );
  expect(ready.standing?.toPay?.["IN"]).toBe(bill.json().data.toPay);
  expect(Object.keys(ready.standing?.toPay ?? {}).sort()).toEqual(["IN", "INTL"]);
  expect((await read("PENDING")).standing?.toPay).toBeUndefined();
});

test("a credential shows its facts by the labels of the form and choices by their names", async () => {
  const token = demo.candidates["asha"]!.accessToken;
  const answer = await app.call("GET", "/web-wallet/api/1.0/credentials?count=100", { token });
  const { list } = answer.json<{ data: { list: { credentialType: string; card: object }[] } }>().data;
  expect(list.find(({ credentialType }) => credentialType === "Degree")?.card).toMatchObject({
    holder: "Asha Verma",
    org: { displayName: "Harbour Staffing" },
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
