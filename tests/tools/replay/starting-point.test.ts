import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { listSteps } from "./starting-point.ts";
import { canRunConcurrently } from "./load/concurrent.ts";
import { playUntil, readFixtures } from "./read-fixtures.ts";
import { findReferenceFaults, readDocumentSet } from "./references/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-beginnings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = await readDocumentSet("schemas");

const fileSpec = { type: "application/pdf", pages: 1, minBytes: 1, lines: ["One"] };
const toStep = (id: string, ...actions: object[]) => ({ id, title: id, do: actions });
/** Writes a fixture with three steps. */
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
const startsFrom = (fixture: string, step: string) => ({ startsFrom: { fixture, step } });
beforeEach(() => {
  for (const name of ["first", "second", "third"]) write(name);
});

it("plays the steps of another fixture up to the named one, and its starting point", () => {
  write("second", startsFrom("first", "one"));
  write("third", startsFrom("second", "two"));
  const third = read("third");
  expect(third.before?.map(({ of, step }) => `${of} ${step.id}`)).toEqual(["first one", "second one", "second two"]);
  expect(third.steps.map(({ id }) => id)).toEqual(["one", "two", "three"]);
  expect(listSteps(third)).toHaveLength(6);
});

it("has the values, files and stored variables of its starting point", () => {
  const keep = { call: "transactions.info", with: {}, keep: { order: "openPayment.paymentId" } };
  write("first", {
    values: { wanted: "Any" },
    files: { "a.pdf": fileSpec },
    steps: [toStep("one", { reachState: "PENDING" }, keep)],
  });
  const uses = [
    { paymentResult: "success", order: "{order}" },
    { fill: "Name", with: "{wanted}" },
    { open: "/ekyc/{formId}/{txnId}" },
  ];
  write("second", {
    ...startsFrom("first", "one"),
    steps: [toStep("own", ...uses, { upload: "Paper", file: "a.pdf" })],
  });
  expect(findReferenceFaults(read("second"), set)).toEqual([]);
});

it("continues at the clock of its starting point", () => {
  const clock = "2027-02-01T10:00:00Z";
  write("first", { clock, steps: [toStep("one", { wait: 7200 })] });
  write("second", {
    clock,
    ...startsFrom("first", "one"),
    steps: [toStep("own", { clock: { now: "2027-02-01T11:00:00Z" } })],
  });
  expect(findReferenceFaults(read("second"), set)).toEqual([
    { pointer: "/steps/0/do/0/clock/now", message: expect.stringContaining("had come to 2027-02-01T12:00:00.000Z") },
  ]);
});

it.each<[string, object, string]>([
  [
    "an unknown fixture",
    startsFrom("frist", "one"),
    `/startsFrom/fixture: there is no fixture 'frist'; did you mean "first"?`,
  ],
  [
    "an unknown step",
    startsFrom("first", "thre"),
    `/startsFrom/step: 'first' has no step 'thre'; did you mean "three"?`,
  ],
  ["itself", startsFrom("second", "one"), "/startsFrom/fixture: it starts from itself: second > second"],
  [
    "another organisation",
    { ...startsFrom("first", "one"), organisation: "lotus" },
    "/organisation: 'first', its start, has 'gce'",
  ],
  ["another form", { ...startsFrom("first", "one"), form: "admission" }, "/form: 'first', its start, has"],
  [
    "a clock of its own",
    { ...startsFrom("first", "one"), clock: "2027-02-01T10:00:00Z" },
    "/clock: 'first', its start, has none",
  ],
])("rejects %s", (_what, change, line) => {
  write("second", change);
  expect(() => read("second")).toThrow(`fixtures/second.json ${line}`);
});

it("rejects a cycle and duplicate names", () => {
  write("first", startsFrom("third", "one"));
  write("second", startsFrom("first", "one"));
  write("third", startsFrom("second", "one"));
  expect(() => read("second")).toThrow("it starts from itself: second > first > third > second");
  const named = { values: { wanted: 1 }, files: { "a.pdf": fileSpec } };
  write("first", named);
  write("second", { ...startsFrom("first", "one"), ...named });
  expect(() => read("second")).toThrow(
    "fixtures/second.json /values/wanted: 'first', its start, has one of that name\n" +
      "fixtures/second.json /files/a.pdf: 'first', its start, has one of that name",
  );
});

it("runs concurrently only if its starting point does", () => {
  write("first", { steps: [toStep("one", { wait: 60 })] });
  expect(canRunConcurrently(read("second"))).toBe(true);
  write("second", startsFrom("first", "one"));
  expect(canRunConcurrently(read("second"))).toBe(false);
});

it("stops after the step of `until`", () => {
  write("second", startsFrom("first", "one"));
  const { steps, until, before } = playUntil(read("second"), "two");
  expect(steps.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(until).toBe("two");
  expect(before).toHaveLength(1);
  expect(() => playUntil(read("second"), "tow")).toThrow(`'second' has no step 'tow'; did you mean "two"?`);
});
