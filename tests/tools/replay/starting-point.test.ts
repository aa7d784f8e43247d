import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { listSteps } from "./starting-point.ts";
import { canRunConcurrently } from "./load/for-many.ts";
import { playUntil, readFixtures } from "./read-fixtures.ts";
import { findReferenceFaults, readDocumentSet } from "./references/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-beginnings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = await readDocumentSet("schemas");

const paper = { type: "application/pdf", pages: 1, minBytes: 1, lines: ["One"] };
const toStep = (id: string, ...actions: object[]) => ({ id, says: id, do: actions });
/** Writes a fixture of three steps. */
function write(name: string, change: object = {}): void {
  const fixture = {
    description: "A case.",
    organisation: "gce",
    form: "education-evaluation",
    locale: "en",
    timeZone: "Asia/Kolkata",
    viewport: { width: 390, height: 844 },
    candidate: { name: "Asha Verma", mobile: "+9198########" },
    values: {},
    files: {},
    steps: [toStep("one", { open: "/" }), toStep("two", { open: "/" }), toStep("three", { open: "/" })],
    ...change,
  };
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(fixture));
}
const read = (name: string) => readFixtures(name, folder)[0]!;
const begins = (fixture: string, step: string) => ({ begins: { fixture, step } });
beforeEach(() => {
  for (const name of ["first", "second", "third"]) write(name);
});

it("begins with the steps of another up to the one that is named, and with what that begins with", () => {
  write("second", begins("first", "one"));
  write("third", begins("second", "two"));
  const third = read("third");
  expect(third.before?.map(({ of, step }) => `${of} ${step.id}`)).toEqual(["first one", "second one", "second two"]);
  expect(third.steps.map(({ id }) => id)).toEqual(["one", "two", "three"]);
  expect(listSteps(third)).toHaveLength(6);
});

it("has the values and files of what it begins with, and what was kept on the way", () => {
  const keep = { call: "transactions.info", with: {}, keep: { order: "openPayment.paymentId" } };
  write("first", {
    values: { wanted: "Any" },
    files: { "a.pdf": paper },
    steps: [toStep("one", { scene: "PENDING" }, keep)],
  });
  const uses = [
    { bank: "success", order: "{order}" },
    { fill: "Name", with: "{wanted}" },
    { open: "/ekyc/{formId}/{txnId}" },
  ];
  write("second", { ...begins("first", "one"), steps: [toStep("own", ...uses, { upload: "Paper", file: "a.pdf" })] });
  expect(findReferenceFaults(read("second"), set)).toEqual([]);
});

it("goes on at the time to which its beginning came", () => {
  const clock = "2027-02-01T10:00:00Z";
  write("first", { clock, steps: [toStep("one", { wait: 7200 })] });
  write("second", {
    clock,
    ...begins("first", "one"),
    steps: [toStep("own", { clock: { now: "2027-02-01T11:00:00Z" } })],
  });
  expect(findReferenceFaults(read("second"), set)).toEqual([
    { pointer: "/steps/0/do/0/clock/now", message: expect.stringContaining("had come to 2027-02-01T12:00:00.000Z") },
  ]);
});

it.each<[string, object, string]>([
  ["an unknown fixture", begins("frist", "one"), `/begins/fixture: there is no fixture 'frist'; did you mean "first"?`],
  ["an unknown step", begins("first", "thre"), `/begins/step: 'first' has no step 'thre'; did you mean "three"?`],
  ["itself", begins("second", "one"), "/begins/fixture: it begins with itself: second > second"],
  [
    "another organisation",
    { ...begins("first", "one"), organisation: "lotus" },
    "/organisation: 'first', with which it begins, has 'gce'",
  ],
  ["another form", { ...begins("first", "one"), form: "admission" }, "/form: 'first', with which it begins, has"],
  [
    "a clock of its own",
    { ...begins("first", "one"), clock: "2027-02-01T10:00:00Z" },
    "/clock: 'first', with which it begins, has none",
  ],
])("refuses to begin with %s", (_what, change, line) => {
  write("second", change);
  expect(() => read("second")).toThrow(`fixtures/second.json ${line}`);
});

it("refuses a circle, and what both name", () => {
  write("first", begins("third", "one"));
  write("second", begins("first", "one"));
  write("third", begins("second", "one"));
  expect(() => read("second")).toThrow("it begins with itself: second > first > third > second");
  const named = { values: { wanted: 1 }, files: { "a.pdf": paper } };
  write("first", named);
  write("second", { ...begins("first", "one"), ...named });
  expect(() => read("second")).toThrow(
    "fixtures/second.json /values/wanted: 'first', with which it begins, has one of that name\n" +
      "fixtures/second.json /files/a.pdf: 'first', with which it begins, has one of that name",
  );
});

it("is played beside others only where its beginning is", () => {
  write("first", { steps: [toStep("one", { wait: 60 })] });
  expect(canRunConcurrently(read("second"))).toBe(true);
  write("second", begins("first", "one"));
  expect(canRunConcurrently(read("second"))).toBe(false);
});

it("is played to a step and no further", () => {
  write("second", begins("first", "one"));
  const { steps, until, before } = playUntil(read("second"), "two");
  expect(steps.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(until).toBe("two");
  expect(before).toHaveLength(1);
  expect(() => playUntil(read("second"), "tow")).toThrow(`'second' has no step 'tow'; did you mean "two"?`);
});
