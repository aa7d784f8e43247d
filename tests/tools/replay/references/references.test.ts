import { expect, test } from "vitest";
import type { Fixture } from "../contracts.ts";
import { InvalidFixture, readFixtures, toFixture } from "../read-fixtures.ts";
import { assertReferences, findReferenceFaults, readDocumentSet } from "./index.ts";

const set = await readDocumentSet("schemas");
const real = readFixtures();
const [first] = real;
const { organisation, form } = first!;

/** A fixture with one step. */
const told = (change: Partial<Fixture>, ...actions: object[]): Fixture =>
  toFixture(
    "case",
    JSON.stringify({
      description: "Somebody looks.",
      organisation,
      form,
      locale: "en",
      timeZone: "Asia/Kolkata",
      viewport: { width: 390, height: 844 },
      candidate: { name: "A Name", mobile: "+9198########" },
      values: { wanted: "Any", deep: { one: 1 } },
      files: {},
      steps: [{ id: "look", title: "Opens home.", do: actions.length > 0 ? actions : [{ open: "/" }] }],
      ...change,
    }),
  );
const find = (change: Partial<Fixture>, ...actions: object[]) =>
  findReferenceFaults(told(change, ...actions), set).map(({ pointer, message }) => `${pointer}: ${message}`);
const info = (more: object) => ({ call: "transactions.info", with: {}, ...more });

test("finds no fault in any fixture", () => {
  expect(() => assertReferences(real, set)).not.toThrow();
});

test("reports all faults with file and pointer before the first step", () => {
  const wrong = told({ locale: "hj" }, { open: "/" }, { fill: "Name", with: "{wantd}" });
  expect(() => assertReferences([wrong], set)).toThrow(InvalidFixture);
  expect(() => assertReferences([wrong], set)).toThrow(
    "fixtures/case.json /locale: there is no language 'hj'; did you mean \"hi\"?\n" +
      'fixtures/case.json /steps/0/do/1/with: nothing is known of {wantd} here; did you mean "wanted"?',
  );
});

test.each<[string, Partial<Fixture>, string]>([
  ["organisation", { organisation: "nobody-at-all" }, "/organisation: there is no organisation 'nobody-at-all'"],
  ["form", { form: `${form}s` }, `/form: there is no form of ${organisation} '${form}s'; did you mean "${form}"?`],
  ["time zone", { timeZone: "Asia/Kathmand" }, "/timeZone: there is no time zone 'Asia/Kathmand'; did you mean"],
])("an unknown %s is named", (_what, change, line) => {
  expect(find(change)).toEqual([expect.stringContaining(line)]);
});

test.each<[string, object, string]>([
  ["a role", { see: { role: "buton", name: "Pay" } }, "/see/role: there is no role 'buton'; did you mean \"button\"?"],
  ["a landmark", { press: "Pay", in: { role: "regoin", name: "Bill" } }, "/in/role: there is no role 'regoin'"],
  ["an event", { events: ["Sign in: complete"] }, "/events/0: there is no event 'Sign in: complete'; did you mean"],
  [
    "a verification",
    { verifier: "fail", verificationName: "bgv-degre" },
    "there is no verification 'bgv-degre'; did you",
  ],
  [
    "what is handed on",
    { open: "/verification", state: { verificationname: "bgv-tenth" } },
    "/state/verificationname: there is no screen with the state 'verificationname'; did you mean \"verificationName\"?",
  ],
  ["a day", { date: "Expiry", on: "2027-02-30" }, "/on: there is no day 2027-02-30"],
  ["an argument", { call: "organisations.get", with: { orgID: "x" } }, "takes no 'orgID'; did you mean \"orgId\"?"],
  ["a missing argument", { call: "verifications.info", with: {} }, "/with: verifications.info needs 'type'"],
  [
    "a value of another kind",
    { call: "notifications.list", with: { seed: 0, count: "20" } },
    "/with/seed: must be string",
  ],
  ["a name in an argument", { call: "organisations.get", with: { orgId: "gcee" } }, "there is no organisation 'gcee'"],
  [
    "a key of the answer",
    info({ expect: { data: { stat: "PENDING" } } }),
    "/expect/data/stat: the answer has no 'stat' there; did you mean \"state\"?",
  ],
  [
    "a document of a release",
    { release: [{ document: "screens/hom.json", at: "/title", put: "Home" }] },
    '/release: screens/hom.json : There is no such document; did you mean "screens/home.json"?',
  ],
  [
    "what a release may not say",
    { release: [{ document: "screens/home.json", at: "/body/0/block", put: "texd" }] },
    "/release: screens/home.json /body/0",
  ],
  [
    "an answer in the server's place",
    { reply: "transactions.info", status: 200, body: { data: { stat: "PENDING" } } },
    "/body/data/stat: the answer has no 'stat' there; did you mean \"state\"?",
  ],
  [
    "a word of the answer",
    info({ expect: { data: { state: "PENDIN" } } }),
    "/expect/data/state: must be equal to one of the allowed values",
  ],
  [
    "a kind of the answer",
    info({ expect: { data: { form: { isExpired: "no" } } } }),
    "/expect/data/form/isExpired: must be boolean",
  ],
  ["a list that is none", info({ expect: { data: { form: [] } } }), "/expect/data/form: the answer has no list there"],
  [
    "what is kept",
    info({ keep: { order: "openPayment.paymentID" } }),
    "has no 'paymentID' there; did you mean \"paymentId\"?",
  ],
  [
    "a seed's",
    { fill: "Name", with: "{candidates.asha.mobile}" },
    "nothing is known of {candidates.asha.mobile} here: the fixture has no seed",
  ],
  ["a part of a value", { fill: "Name", with: "{deep.two}" }, "/with: /values/deep holds no two"],
])("what is mistyped is named with its place: %s", (_what, action, line) => {
  const found = find({}, { open: "/" }, action);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(line);
  expect(found[0]).toMatch(/^\/steps\/0\/do\/1/);
});

test("accepts a variable after the action that stores it, and {txnId} after a page is open", () => {
  const keep = info({ keep: { paid: "openPayment.paymentId" } });
  expect(find({}, { reachState: "PENDING" }, keep, { paymentResult: "success", order: "{paid}" })).toEqual([]);
  expect(find({}, { paymentResult: "success", order: "{paid}" }, keep)).toEqual([expect.stringContaining("{paid} here")]);
  expect(find({}, { open: "/ekyc/{formId}/{txnId}" })).toEqual([
    expect.stringContaining("{txnId} here: no page of a transaction is open yet"),
  ]);
});

test("ignores the data of a refusal and arguments that are null", () => {
  expect(find({}, info({ expect: { code: 109, data: { reason: "over" } } }))).toEqual([]);
  expect(
    find({}, { call: "payments.init", with: { region: "IN", provider: "phonepe", express: false, phoneNumber: null } }),
  ).toEqual([]);
});

test("rejects a clock that runs backwards from the fixture's own moment", () => {
  const clock = "2027-02-01T10:00:00Z";
  const day = (now: string) => ({ clock: { now } });
  expect(find({ clock }, day("2027-02-01T10:00:00Z"), day("2027-02-02T00:00:00+05:30"))).toEqual([]);
  expect(find({ clock }, { clock: { advanceSeconds: 3600 } }, day("2027-02-01T10:30:00Z"))).toEqual([
    "/steps/0/do/1/clock/now: the clock runs backwards: it had come to 2027-02-01T11:00:00.000Z",
  ]);
  expect(find({ clock }, { wait: 7200 }, day("2027-02-01T11:00:00Z"))).toEqual([
    expect.stringContaining("it had come to 2027-02-01T12:00:00.000Z"),
  ]);
  expect(find({}, day("2027-02-02T00:00:00Z"), day("2027-02-01T00:00:00Z"))).toEqual([
    expect.stringContaining("the clock runs backwards"),
  ]);
  expect(find({ clock: "tomorrow" })).toEqual(["/clock: 'tomorrow' is no moment, as 2027-02-01T10:00:00Z"]);
});
