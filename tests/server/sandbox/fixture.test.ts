import { afterAll, beforeAll, expect, test } from "vitest";
import { stateNames } from "#engine/core/definitions/states.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Case, WholeCase } from "#engine/core/scope/shapes/cases.ts";
import type { Seed } from "#server/sandbox/seeds/contracts.ts";
import { runSeed } from "#server/sandbox/seeds/run-seed.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { hire, read } from "../staff/staff-member.ts";

interface Answer {
  candidates: Record<string, { mobile: string; accessToken: string; refreshToken: string }>;
  transactions: Record<string, { orgId: string; formId: string; txnId: string }>;
  orders: Record<string, string>;
  failures?: string[];
}

const stuck: Seed = {
  description: "It cannot be played.",
  stories: [
    {
      title: "It cannot be.",
      candidate: "asha",
      organisation: "harbour",
      form: "background-check",
      do: [{ call: "payments.init", with: { region: "IN", express: false } }],
    },
  ],
};

/** Adds requirements to requests and forms that the seeds do not know. Other tests use the original definitions. */
function addRequirements(document: AnyDefinition): AnyDefinition {
  if (document.kind === "request" && document.id === "education-evaluation")
    (document as DefinitionOf<"request">).verifications.push({ verification: "dl", skipAllowed: true });
  if (document.kind === "form" && document.id === "bgv-employment") {
    const { data, fields } = document as DefinitionOf<"form">;
    data.properties = { ...data.properties, grade: { type: "string", maxLength: 12 } };
    fields.push({ at: "/grade", widget: "text", label: "Grade", require: true });
  }
  return document;
}

let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig(addRequirements) });
});
afterAll(() => app?.close());

const fixture = async (name: string) => {
  const answer = await app.call("POST", "/sandbox/fixture", { body: { name } });
  expect(answer.json(), answer.body).not.toHaveProperty("failures");
  return answer.json<Answer>();
};
const readState = async ({ candidates }: Answer, { orgId, txnId }: Answer["transactions"][string]) =>
  (
    await app.call("GET", `/verification/web-wallet/api/1.0/transactions/info?orgId=${orgId}&txnId=${txnId}`, {
      token: candidates.asha!.accessToken,
    })
  ).json().data?.state;

test("adds the demo: a transaction in every state, five candidates, four orders, 35 notifications and 137 institutes", async () => {
  const first = await fixture("demo");
  expect(Object.keys(first.candidates).sort()).toEqual(["agent", "asha", "noname", "other", "uk"]);
  expect(Object.keys(first.transactions).sort()).toEqual([...stateNames].sort());
  for (const [state, transaction] of Object.entries(first.transactions))
    expect([state, await readState(first, transaction)]).toEqual([state, state]);
  expect(Object.keys(first.orders).sort()).toEqual(["failed", "pending", "refunded", "success"]);
  const token = first.candidates.asha!.accessToken;
  const history = (await app.call("GET", "/verification/api/1.0/transactions/payment/history?orgId=gce", { token }))
    .json()
    .data.list.flatMap((item: { paymentList: unknown[] }) => item.paymentList);
  const found = (id: string) => history.find((order: { _id: string }) => order._id === id);
  expect([
    found(first.orders.success!).currentStatus,
    found(first.orders.failed!).currentStatus,
    found(first.orders.pending!).currentStatus,
  ]).toEqual(["Success", "Failed", "Pending"]);
  expect(found(first.orders.refunded!).refundDetails).toHaveLength(2);
  const notices = await app.call("GET", "/notification/api/1.0/notification?seed=0&count=20", { token });
  expect(notices.json().data.total).toBe(35);
  const none = await app.call("GET", "/notification/api/1.0/notification", {
    token: first.candidates.noname!.accessToken,
  });
  expect(none.json()).toMatchObject({ data: { list: [], total: 0 } });
  expect(
    (await app.call("GET", "/utility/api/1.0/institutes?search=sandbox%20coll&count=50", { token })).json().data.total,
  ).toBe(137);
});

test("adds cases in every state that a verifier meets to the demo", async () => {
  const { candidates } = await fixture("demo");
  expect(candidates.other).toBeDefined();
  const { browser } = await hire(app, "verifier", "harbour");
  const list = async (query = "") =>
    read<{ list: Case[] }>(await browser.call("GET", `/organisations/harbour/cases?count=100${query}`)).list;
  const open = await list();
  const now = (await app.services.clock.now()).toISOString();
  expect(open.filter(({ assignee, dueAt }) => !assignee && dueAt > now)).not.toEqual([]);
  expect(open.filter(({ assignee }) => assignee)).not.toEqual([]);
  expect(open.filter(({ dueAt }) => dueAt < now)).not.toEqual([]);
  const closed = await Promise.all(["INSUFFICIENT_DATA", "COMPLETED", "FAILED"].map((one) => list(`&state=${one}`)));
  for (const cases of closed) expect(cases).not.toEqual([]);
  const details = await Promise.all(
    [...open, ...closed.flat()].map(async ({ txnId, subType }) =>
      read<WholeCase>(await browser.call("GET", `/organisations/harbour/cases/${txnId}/${subType}`)),
    ),
  );
  expect(details.filter(({ sourceList }) => sourceList.length > 0)).not.toEqual([]);
  expect(details.filter(({ noteList }) => noteList.length > 0)).not.toEqual([]);
  const isWithdrawn = ({ decisionList }: WholeCase) => decisionList.some(({ outcome }) => outcome === "withdraw");
  expect(details.filter(isWithdrawn)).not.toEqual([]);
});

test.each([
  ["ready-to-pay", "READY_TO_SUBMIT"],
  ["insufficient-degree", "INSUFFICIENT_DATA"],
  ["expired-form", "NOT_INITIALIZED"],
  ["questions", "NOT_INITIALIZED"],
])("adds the seed %s with a transaction in %s", async (name, state) => {
  const answer = await fixture(name);
  expect(await readState(answer, answer.transactions[state]!)).toBe(state);
  expect(Object.keys(answer.candidates).sort()).toEqual(["agent", "asha", "noname", "other", "uk"]);
});

test("adds new candidates each time", async () => {
  const [first, second] = [await fixture("questions"), await fixture("questions")];
  expect(second.candidates.asha!.mobile).not.toBe(first.candidates.asha!.mobile);
  expect(second.transactions).not.toEqual(first.transactions);
});

test("runs the histories to the states that their days and the verifier lead to", async () => {
  const answer = await fixture("histories");
  const token = answer.candidates.asha!.accessToken;
  const read = async (name: string) => {
    const { orgId, txnId } = answer.transactions[name]!;
    const path = `/verification/web-wallet/api/1.0/transactions/info?orgId=${orgId}&txnId=${txnId}`;
    return (await app.call("GET", path, { token })).json().data;
  };
  expect((await read("LATE")).state).toBe("IN_PROGRESS");
  const { orgId, txnId } = answer.transactions["EXPRESS"]!;
  const keys = new URLSearchParams({ orgId, txnId, paymentId: answer.orders["express"]! });
  const bill = await app.call("GET", `/verification/api/1.0/transactions/payment?${keys}`, { token });
  expect(bill.json().data.expressOpted).toBe(true);
  expect((await read("EVALUATION_REQUESTED")).evaluation.state).toBe("evaluationRequested");
  expect((await read("EVALUATION_SENT")).evaluation.state).toBe("documentSent");
  expect((await read("EVALUATION_REPORTED")).evaluation.state).toBe("evaluationReportSent");
  expect((await read("FAILED")).state).toBe("FAILED");
  const two = await read("TWO_DEGREES");
  expect(two.state).toBe("INSUFFICIENT_DATA");
  expect(two.verificationList["bgv-degree"].subTypeList).toHaveLength(2);
  expect(two.verificationList["bgv-degree"].insufficiency).toMatchObject({ subType: "bgv-degree-2" });
  const daysOld = (moment: string) => Math.round((Date.now() - Date.parse(moment)) / 86_400_000);
  expect(daysOld((await read("LATE")).createdAt)).toBe(25);
  const { offsetSeconds } = (await app.call("GET", "/sandbox/clock")).json();
  expect(offsetSeconds).toBe(0);
});

test("lists a failed story with its action and the reason", async () => {
  const { failures } = await runSeed(app.server, app.services, stuck);
  expect(failures).toEqual([
    expect.stringMatching(/^asha: 'It cannot be\.' .*payments\.init.*: POST .* was refused: /),
  ]);
});

test("adds a candidate without a verified name, and answers 404 for an unknown fixture", async () => {
  const { candidates } = await fixture("new-candidate");
  const profile = await app.call("GET", "/web-wallet/api/1.0/profile", { token: candidates.asha!.accessToken });
  expect(profile.json()).toMatchObject({ data: { displayName: "Asha Verma", profileDetails: {} } });
  expect((await app.call("POST", "/sandbox/fixture", { body: { name: "nothing" } })).statusCode).toBe(404);
});

/** Runs the demo with changed definitions. */
async function readDemo(change: (document: AnyDefinition) => AnyDefinition): Promise<Answer> {
  const other = await startTestApp({ config: await definitionsConfig(change) });
  try {
    return (await other.call("POST", "/sandbox/fixture", { body: { name: "demo" } })).json<Answer>();
  } finally {
    await other.close();
  }
}

test("lists the stories of the demo that fail when a request has another id, and adds the rest", async () => {
  const { candidates, transactions, orders, failures } = await readDemo((document) =>
    document.kind === "request" && document.id === "education-evaluation" ? { ...document, id: "papers" } : document,
  );
  expect([Object.keys(candidates).length, Object.keys(transactions).length, orders]).toEqual([
    5,
    stateNames.length - 2,
    {},
  ]);
  expect(failures).toHaveLength(6);
  expect(failures).toContainEqual(
    expect.stringMatching(/^READY_TO_SUBMIT: 'All documents are uploaded, and the payment is due\.' ./),
  );
});
