import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toRecord } from "#engine/core/form/record.ts";
import { numberFields, numberProperties } from "../../../support/number-form.ts";

const find = (id: string) => JSON.parse(readFileSync(`schemas/forms/${id}.json`, "utf8")) as FormDefinition;
const scope = { roots: { profile: { profileDetails: { name: "Asha Verma" } }, verification: {} }, rules: {} };
const record = (id: string, data: unknown, summary?: string) =>
  toRecord(
    toFormModel(find(id), find),
    data,
    scope,
    (english) => english,
    (widget) => (widget === "live-camera" ? summary : undefined),
  );
const file = (id: string) => `/utility/api/1.0/files/${id}`;

test("contains exactly the given values, with the form's labels in its order", () => {
  const [main] = record("marksheet", { name: "Asha V.", board: "cbse", rollNumber: "4711", Marksheet: file("a") });
  expect(main!.rows.map(({ label, value }) => [label, value])).toEqual([
    // The sent name, although the profile has changed since.
    ["Name", { kind: "text", text: "Asha V." }],
    ["Board name", { kind: "choice", options: "boards", value: "cbse" }],
    ["Roll number", { kind: "text", text: "4711" }],
    ["Marksheet", { kind: "documents", documents: [file("a")], text: "" }],
  ]);
});

test("shows mounted forms under their headings, and a photo by its files and location", () => {
  const home = { pincode: "560001", line1: "4 Lake Road", state: "KA", country: "India" };
  const photo = { latitude: 1, imageUrl: file("p"), mapImage: file("m"), address: { address: "4 Lake Road" } };
  const sections = record(
    "bgv-address",
    { currentAddress: home, sameAsCurrent: true, permanentAddress: home, photo },
    "/address/address",
  );
  expect(sections.map(({ title }) => title)).toEqual(["Current Address", "", "Photo of your home"]);
  expect(sections[0]!.rows.map(({ label }) => label)).toEqual(["Pincode", "Line 1", "State"]);
  expect(sections[1]!.rows).toMatchObject([{ label: "Same as current address", value: { kind: "flag", yes: true } }]);
  expect(sections[2]!.rows).toMatchObject([
    { value: { kind: "documents", documents: [file("m"), file("p")], text: "4 Lake Road" } },
  ]);
});

test("recognises a date, and omits a hidden field", () => {
  const [main] = record("bgv-employment", { startDate: "31-01-2020", stillWorking: true, endDate: "31-01-2021" });
  expect(main!.rows.filter(({ value }) => value.kind === "date")).toMatchObject([
    { pointer: "/startDate", value: { date: "31-01-2020" } },
  ]);
});

test("lists ticked options by their labels, and omits an empty selection", () => {
  const model = toFormModel(
    {
      ...find("sign-up"),
      data: {
        type: "object",
        properties: {
          facts: { type: "array", items: { type: "string" } },
          days: { type: "array", items: { type: "string", format: "dd-MM-yyyy" } },
        },
      },
      fields: [
        { at: "/facts", widget: "checkboxes", label: "What is shown", options: "credential-facts" },
        { at: "/days", widget: "checkboxes", label: "Days" },
      ],
    },
    find,
  );
  const read = (data: unknown) =>
    toRecord(
      model,
      data,
      scope,
      (english) => english,
      () => undefined,
    )[0]?.rows;
  const choice = (value: string) => ({ kind: "choice", options: "credential-facts", value });
  expect(read({ facts: ["/name", "/board"], days: ["31-01-2020"] })).toMatchObject([
    { label: "What is shown", value: { kind: "list", values: [choice("/name"), choice("/board")] } },
    { label: "Days", value: { kind: "list", values: [{ kind: "date", date: "31-01-2020" }] } },
  ]);
  expect(read({ facts: [], days: [""] })).toBeUndefined();
});

test("holds a number with its unit or its currency", () => {
  const text = { type: "object" as const, properties: { ...numberProperties } };
  const form = { id: "numbers", data: text, fields: numberFields } as unknown as FormDefinition;
  const data = { marks: 0, income: 12_550, members: 3 };
  const [section] = toRecord(
    toFormModel(form, () => undefined),
    data,
    scope,
    (english) => english,
    () => undefined,
  );
  expect(section?.rows.map(({ pointer, value }) => [pointer, value])).toEqual([
    ["/marks", { kind: "number", number: 0, unit: "points" }],
    ["/members", { kind: "number", number: 3 }],
    ["/income", { kind: "number", number: 12_550, currency: "INR" }],
    ["/yearly", { kind: "number", number: 150_600, currency: "INR" }],
    ["/each", { kind: "number", number: 0 }],
  ]);
});
