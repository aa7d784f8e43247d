import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readDocumentSet } from "../references/index.ts";
import { toRecordingSetup } from "./recording-setup.ts";
import { assertFreeName, writeFixture } from "./write-fixture.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-names-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = await readDocumentSet("schemas");
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
  steps: [{ id: "begin", title: "Start.", do: [{ open: "/" }] }],
};

it.each([
  [undefined, "What shall it be called?"],
  ["", "What shall it be called?"],
  ["A_Name", "'A_Name' is no name of a fixture"],
  ["../elsewhere", "'../elsewhere' is no name of a fixture"],
])("refuses the name %s", (name, message) => {
  expect(() => assertFreeName(name, folder)).toThrow(message);
});

it("writes a formatted fixture and refuses a second one of that name", () => {
  writeFixture("a-case", fixture, folder);
  expect(readFileSync(path.join(folder, "a-case.json"), "utf8")).toContain(
    '\n  "viewport": { "width": 390, "height": 844 },\n',
  );
  expect(() => assertFreeName("a-case", folder)).toThrow("There is a fixture 'a-case' already");
  expect(() => writeFixture("a-case", fixture, folder)).toThrow("EEXIST");
});

it("rejects an invalid fixture", () => {
  const wrong = { ...fixture, steps: [] };
  expect(() => writeFixture("another", wrong, folder)).toThrow("fixtures/another.json /steps: must NOT have fewer");
  expect(() => readFileSync(path.join(folder, "another.json"))).toThrow("ENOENT");
});

it("starts at the form's address, a named address or a draft item", () => {
  expect(toRecordingSetup({ organisation: "lotus" }, set)).toMatchObject({
    organisation: "lotus",
    form: "admission",
    startActions: [{ open: "/ekyc/{formId}?orgId={orgId}" }],
  });
  expect(toRecordingSetup({ from: "/help?orgId={orgId}" }, set).startActions).toEqual([
    { open: "/help?orgId={orgId}" },
  ]);
  expect(toRecordingSetup({ organisation: "harbour", from: "state PENDING" }, set)).toMatchObject({
    organisation: "harbour",
    form: "background-check",
    startActions: [
      { signIn: "identified" },
      { reachState: "PENDING" },
      { open: "/ekyc/{formId}/{txnId}?orgId={orgId}" },
    ],
  });
  expect(toRecordingSetup({ from: "language gce/hi" }, set).locale).toBe("hi");
});

it.each([
  [{ organisation: "gec" }, `There is no organisation 'gec'; did you mean "gce"?`],
  [{ organisation: "gce", form: "admision" }, "There is no form 'admision' of gce"],
  [{ from: "state CLOSD" }, "There is no item 'state CLOSD', did you mean 'state CLOSED'?"],
])("refuses a place that there is not: %o", (place, message) => {
  expect(() => toRecordingSetup(place, set)).toThrow(message);
});
