import { expect, test } from "vitest";
import type { Fixture } from "../contracts.ts";
import { InvalidFixture, readFixtures, toFixture } from "../read-fixtures.ts";
import { assertReferences, findReferenceFaults, readDocumentSet } from "./index.ts";

const set = await readDocumentSet("schemas");
const real = readFixtures();
const [first] = real;
const { organisation, form } = first!;

/** A fixture with one step. */
const makeFixture = (change: Partial<Fixture>, ...actions: object[]): Fixture =>
  toFixture(
    "case",
    JSON.stringify({
      description: "The candidate opens home.",
      organisation,
      form,
      locale: "en",
      timeZone: "Asia/Kolkata",
      viewport: { width: 390, height: 844 },
      candidate: { name: "A Name", mobile: "+9198########" },
      values: { wanted: "Any", deep: { one: 1 } },
      files: {},
      steps: [{ id: "open", title: "Opens home.", do: actions.length > 0 ? actions : [{ open: "/" }] }],
      ...change,
    }),
  );
const find = (change: Partial<Fixture>, ...actions: object[]) =>
  findReferenceFaults(makeFixture(change, ...actions), set).map(({ pointer, message }) => `${pointer}: ${message}`);
const info = (more: object) => ({ call: "transactions.info", with: {}, ...more });

test("finds no fault in any fixture", () => {
  expect(() => assertReferences(real, set)).not.toThrow();
});

test("reports all faults with file and pointer before the first step", () => {
  const wrong = makeFixture({ locale: "hj" }, { open: "/" }, { fill: "Name", with: "{wantd}" });
  expect(() => assertReferences([wrong], set)).toThrow(InvalidFixture);
  expect(() => assertReferences([wrong], set)).toThrow(
    "fixtures/case.json /locale: there is no language 'hj'; did you mean \"hi\"?\n" +
      'fixtures/case.json /steps/0/do/1/with: unknown variable {wantd}; did you mean "wanted"?',
  );
});

test.each<[string, Partial<Fixture>, string]>([
  [
    "organisation",
    { organisation: "unknown-organisation" },
    "/organisation: there is no organisation 'unknown-organisation'",
  ],
  ["form", { form: `${form}s` }, `/form: there is no form of ${organisation} '${form}s'; did you mean "${form}"?`],
  ["time zone", { timeZone: "Asia/Kathmand" }, "/timeZone: there is no time zone 'Asia/Kathmand'; did you mean"],
])("reports an unknown %s", (_what, change, line) => {
  expect(find(change)).toEqual([expect.stringContaining(line)]);
});

test("reports an unknown actor", () => {
  const step = { id: "step", title: "A step", as: "verifyer", do: [] };
  expect(find({ steps: [step] })).toEqual([
    expect.stringContaining("/steps/0/as: there is no actor 'verifyer'; did you"),
  ]);
  expect(find({ steps: [{ ...step, as: "institution" }] })).toEqual([]);
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
    "a state",
    { open: "/verification", state: { verificationname: "bgv-tenth" } },
    "/state/verificationname: there is no screen with the state 'verificationname'; did you mean \"verificationName\"?",
  ],
  ["a day", { date: "Expiry", on: "2027-02-30" }, "/on: there is no day 2027-02-30"],
  ["an argument", { call: "organisations.get", with: { orgID: "x" } }, "takes no 'orgID'; did you mean \"orgId\"?"],
  ["a missing argument", { call: "verifications.info", with: {} }, "/with: verifications.info needs 'type'"],
  [
    "a value of another type",
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
    "a definition of a release",
    { release: [{ document: "screens/wallet/hom.json", at: "/title", put: "Home" }] },
    '/release: screens/wallet/hom.json : There is no such document; did you mean "screens/wallet/home.json"?',
  ],
  [
    "an invalid release",
    { release: [{ document: "screens/wallet/home.json", at: "/body/0/block", put: "texd" }] },
    "/release: screens/wallet/home.json /body/0",
  ],
  [
    "a reply",
    { reply: "transactions.info", status: 200, body: { data: { stat: "PENDING" } } },
    "/body/data/stat: the answer has no 'stat' there; did you mean \"state\"?",
  ],
  [
    "a value of the answer",
    info({ expect: { data: { state: "PENDIN" } } }),
    "/expect/data/state: must be equal to one of the allowed values",
  ],
  [
    "a type of the answer",
    info({ expect: { data: { form: { isExpired: "no" } } } }),
    "/expect/data/form/isExpired: must be boolean",
  ],
  ["a missing list", info({ expect: { data: { form: [] } } }), "/expect/data/form: the answer has no list there"],
  [
    "a stored path",
    info({ keep: { order: "openPayment.paymentID" } }),
    "has no 'paymentID' there; did you mean \"paymentId\"?",
  ],
  [
    "a seed variable",
    { fill: "Name", with: "{candidates.asha.mobile}" },
    "unknown variable {candidates.asha.mobile}: the fixture has no seed",
  ],
  ["a part of a value", { fill: "Name", with: "{deep.two}" }, "/with: /values/deep has no two"],
])("reports %s with its pointer", (_what, action, line) => {
  const found = find({}, { open: "/" }, action);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(line);
  expect(found[0]).toMatch(/^\/steps\/0\/do\/1/);
});

test("accepts a variable after the action that stores it, and {txnId} after a page is open", () => {
  const keep = info({ keep: { paid: "openPayment.paymentId" } });
  expect(find({}, { reachState: "PENDING" }, keep, { paymentResult: "success", order: "{paid}" })).toEqual([]);
  expect(find({}, { paymentResult: "success", order: "{paid}" }, keep)).toEqual([expect.stringContaining("{paid}")]);
  expect(find({}, { open: "/ekyc/{formId}/{txnId}" })).toEqual([
    expect.stringContaining("{txnId}: no page of a transaction is open yet"),
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
