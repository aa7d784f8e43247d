import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Fixture, Step } from "./contracts.ts";
import { StepFailure, play } from "./play.ts";
import { FixtureRun } from "./run.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { fillVariables as fill } from "#engine/core/base/fill-variables.ts";

// A server with three answers. The runner must detect differences independently of the product.
const answers: Readonly<Record<string, unknown>> = {
  "/sandbox/outbox": { cursor: "0", list: [] },
  "/sandbox/clock": { now: "2026-11-26T14:31:00Z" },
  "/sandbox/pay/order-1": {},
  "/sandbox/events": { list: [] },
  "/sandbox/staff": {},
  "/sandbox/system": { accessToken: "token-1" },
  "/sandbox/fixture": { candidates: { asha: { mobile: "+911" } } },
  "/web-wallet/api/1.0/verifier/any": { code: 0, data: { displayName: "Any", list: [1, 2] } },
};
/** Bodies sent to the sandbox, with their paths. */
const posted: [string, unknown][] = [];
const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => body !== "" && posted.push([request.url ?? "", JSON.parse(body)]));
  const answer = answers[new URL(request.url ?? "", baseUrl).pathname];
  response
    .writeHead(answer === undefined ? 404 : 200, request.url === "/sandbox/staff" ? { "set-cookie": "staff=1" } : {})
    .end(JSON.stringify(answer ?? { code: 104, message: "Not found" }));
});
let baseUrl = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const read = (...steps: Partial<Step>[]): FixtureRun =>
  new FixtureRun(
    {
      name: "case",
      description: "",
      organisation: "any",
      form: "f",
      locale: "en",
      timeZone: "UTC",
      viewport: { width: 360, height: 740 },
      candidate: { name: "A Name", mobile: "+9198########" },
      values: { wanted: "Any" },
      files: {},
      steps: steps.map((step, i) => ({ id: `step-${i}`, title: "", do: [], ...step })),
    } satisfies Fixture,
    { baseUrl },
    () => Promise.resolve(undefined),
  );
const get = (expected: unknown, orgId = "{orgId}") => ({
  call: "organisations.get",
  with: { orgId },
  expect: { data: expected },
});

it("plays a passing fixture, fills variables and stores new ones", async () => {
  const seen: string[] = [];
  const run = read(
    {
      do: [{ ...get({ displayName: "{wanted}" }), keep: { second: "list.1" } }],
      then: [get({ list: [1, "{second}"] })],
    },
    {},
  );
  await play(run, sharedVerbs, (step) => void seen.push(step.id));
  expect(seen).toEqual(["step-0", "step-1"]);
  expect(run.variables["second"]).toBe(2);
});

/** Steps of another fixture to play first. */
const before = (...steps: Partial<Step>[]) =>
  steps.map((step, i) => ({ of: "other", step: { id: `other-${i}`, title: "", do: [], ...step } }));

it("plays the steps of the starting point first and reports only its own", async () => {
  const done: string[] = [];
  const { fixture } = read({ do: [get({ list: [1, "{second}"] })] });
  const run = new (class extends FixtureRun {
    override observe() {
      done.push("observed");
      return super.observe();
    }
  })(
    { ...fixture, before: before({ do: [{ ...get({}), keep: { second: "list.1" } }], then: [{ wait: 7 }] }) },
    { baseUrl },
    () => Promise.resolve(undefined),
  );
  await play(run, sharedVerbs, (step) => void done.push(step.id));
  expect(posted).toContainEqual(["/sandbox/clock", { advanceSeconds: 7 }]);
  expect(done).toEqual(["observed", "observed", "observed", "step-0"]);
});

it("signs in a role of staff once, and again after time passes", async () => {
  posted.length = 0;
  const run = read({ as: "verifier" }, {}, { as: "lead" }, { as: "verifier" }, { do: [{ wait: 60 }] }, { as: "lead" });
  const cookies: (string | undefined)[] = [];
  await play(run, sharedVerbs, () => void cookies.push(run.api.staffCookie));
  const roles = posted.filter(([to]) => to === "/sandbox/staff").map(([, body]) => (body as { role: string }).role);
  expect(roles).toEqual(["verifier", "lead", "lead"]);
  expect(cookies).toEqual(["staff=1", undefined, "staff=1", "staff=1", undefined, "staff=1"]);
});

it("gives a verifier's system a token and a visitor nothing", async () => {
  posted.length = 0;
  const run = read({ as: "transport-records" }, { as: "institution" });
  const tokens: (string | undefined)[] = [];
  await play(run, sharedVerbs, () => void tokens.push(run.api.systemToken));
  expect(posted).toContainEqual(["/sandbox/system", { system: "transport-records" }]);
  expect(posted.filter(([to]) => to === "/sandbox/staff")).toEqual([]);
  expect(tokens).toEqual(["token-1", undefined]);
});

it("names the other fixture when a step of the starting point fails", async () => {
  const { fixture } = read({});
  const begun = { ...fixture, before: before({}, { then: [get({ displayName: "Other" })] }) };
  const run = new FixtureRun(begun, { baseUrl }, () => Promise.resolve(undefined));
  await expect(play(run, sharedVerbs)).rejects.toThrow("it starts from 'other': step 'other-1', ");
});

it.each<[string, Partial<Step>, string]>([
  ["another value", { do: [get({ displayName: "Other" })] }, '/displayName should be "Other" and is "Any"'],
  ["in then", { then: [get({ displayName: "Other" })] }, "/displayName"],
  ["a refusal", { do: [get({}, "none")] }, "got HTTP 404 code 104, expected code 0"],
  ["a success where a refusal is due", { do: [{ ...get({}), expect: { code: 104 } }] }, "code 0, expected code 104"],
  ["an unknown variable", { do: [get({}, "{missing}")] }, "unknown variable {missing}"],
])("stops at the step and the action: %s", async (_what, step, reason) => {
  const seen: string[] = [];
  const failure = await play(read({}, step, {}), sharedVerbs, (done) => void seen.push(done.id)).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StepFailure);
  expect((failure as Error).message).toContain("step 'step-1'");
  expect((failure as Error).message).toContain(reason);
  expect(seen).toEqual(["step-0"]);
});

it("rejects a seed without the used variables before the first step", async () => {
  const seeded = read({ do: [get({}, "{candidates.asha.mobile}")] }, { do: [get({}, "{candidates.ashok.mobile}")] });
  const run = new FixtureRun({ ...seeded.fixture, seed: "demo" }, { baseUrl }, () => Promise.resolve(undefined));
  await expect(play(run, sharedVerbs)).rejects.toThrow(
    "fixtures/case.json /steps/1/do/0/with/orgId: the seed 'demo' has no {candidates.ashok.mobile}",
  );
});

it("sends a provider callback as asked and advances time", async () => {
  const callback = { callback: "twice", order: "order-1", outcome: "success" };
  await play(read({ do: [callback, { wait: 240 }] }), sharedVerbs);
  expect(posted).toContainEqual(["/sandbox/pay/order-1", { outcome: "success", callback: "twice" }]);
  expect(posted).toContainEqual(["/sandbox/clock", { advanceSeconds: 240 }]);
});

it.each<[string, string, { isShared?: true; clock?: string }, object[]]>([
  ["in the evening the clock goes on to the morning", "Asia/Kolkata", {}, [{ advanceSeconds: (9 * 60 + 59) * 60 }]],
  ["by day it stays", "UTC", {}, []],
  ["it stays where others play too", "Asia/Kolkata", { isShared: true }, []],
  ["it is where the fixture wants it", "Asia/Kolkata", { clock: "2027-02-01" }, [{ now: "2027-02-01" }]],
])("starts when no day is about to end: %s", async (_what, timeZone, { isShared, clock }, moves) => {
  posted.length = 0;
  const fixture = { ...read({}).fixture, timeZone, ...(clock !== undefined && { clock }) };
  await play(
    new FixtureRun(fixture, { baseUrl, ...(isShared && { isShared }) }, () => Promise.resolve(undefined)),
    sharedVerbs,
  );
  expect(posted.filter(([to]) => to === "/sandbox/clock").map(([, body]) => body)).toEqual(moves);
});

it("reports what timed out and after how long", async () => {
  await expect(read({}).until("the bank", () => Promise.resolve(undefined), 200)).rejects.toThrow(
    "the bank did not come within 0.2 s",
  );
});

it("gives each run its own number", () => {
  const numbers = new Set(Array.from({ length: 20 }, () => read().variables["mobile"]));
  expect(numbers.size).toBeGreaterThan(15);
  for (const number of numbers) expect(number).toMatch(/^\+9198\d{8}$/);
});

it("keeps the type of a variable that is the whole string, and inserts others as text", () => {
  expect(fill({ a: ["{n}", "no {n}", 7], b: "{c.d}" }, { n: 3, c: { d: true } })).toEqual({
    a: [3, "no 3", 7],
    b: true,
  });
});
