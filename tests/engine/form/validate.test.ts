import { describe, expect, it } from "vitest";
import { findBrokenBound } from "#engine/form/date-values.ts";
import { takesDraft, validate } from "#engine/form/validate.ts";
import { degree, messages, scope, toModel, toTools } from "../../sample-forms.ts";

const model = toModel(degree);
const tools = toTools(model);
const file = "/utility/api/1.0/files/abcdefghijklmnop";
const good = {
  level: "bachelor",
  status: "WITH",
  marksheet: file,
  consent: true,
  working: true,
  office: { pincode: "110002" },
};
const run = (data: unknown, only?: string[]) =>
  validate(model, only ? { ...tools, only } : tools, data, scope, messages);
const errors = (data: unknown) => run(data).map(({ pointer, keyword, message }) => [pointer, keyword, message]);

describe("validate", () => {
  it("asks for an answer where the label is a question, in whichever script", () => {
    for (const label of ["Was it ever suspended?", "क्या यह कभी निलंबित हुआ？", "هل أوقفت؟"]) {
      const asking = toModel({
        ...degree,
        fields: degree.fields.map((entry) => ("at" in entry && entry.at === "/level" ? { ...entry, label } : entry)),
      });
      const words = { require: { otherwise: "Select {label}", question: "Please answer: {label}" } };
      const [found] = validate(asking, toTools(asking), { ...good, level: undefined }, scope, {
        ...messages,
        validation: { ...messages.validation, ...words },
      });
      expect(found?.message).toBe(`Please answer: ${label}`);
    }
  });

  it("finds nothing in a good form", () => {
    expect(run(good)).toEqual([]);
  });

  it.each([
    ["a required select", { ...good, level: undefined }, ["/level", "require", "Select Degree level"]],
    [
      "the form's own words",
      { ...good, marksheet: undefined },
      ["/marksheet", "require", "Upload Education Marksheet"],
    ],
    [
      "the mounted form's own words",
      { ...good, office: {} },
      ["/office/pincode", "require", "Pincode must not be empty"],
    ],
    ["a consent that was not given", { ...good, consent: false }, ["/consent", "require", "I agree is required"]],
    ["a choice that is not offered", { ...good, level: "school" }, ["/level", "options", "Check Degree level"]],
    [
      "a choice that is offered but disabled",
      { ...good, level: "doctoral" },
      ["/level", "options", "Check Degree level"],
    ],
    ["a value outside the enum", { ...good, status: "NONE" }, ["/status", "enum", "Check Documents you have"]],
    [
      "a foreign file",
      { ...good, marksheet: "https://example.org/a.pdf" },
      ["/marksheet", "format", "Upload Marksheet"],
    ],
    ["a text that is too long", { ...good, number: "12345678901" }, ["/number", "maxLength", "At most 10 characters"]],
    ["a day that does not exist", { ...good, passedOn: "31-02-2020" }, ["/passedOn", "format", "Check Passed on"]],
    ["a future date", { ...good, passedOn: "22-11-2026" }, ["/passedOn", "future", "Check Passed on"]],
    ["another type", { ...good, number: 7 }, ["/number", "type", "Check Number"]],
    [
      "a fault inside a value",
      { ...good, photo: { imageUrl: file, latitude: "north" } },
      ["/photo", "type", "Check Photo"],
    ],
    ["an unknown key", { ...good, amount: 0 }, ["/amount", "unknown", "Unknown value"]],
    [
      "an unknown key inside a mounted form",
      { ...good, office: { pincode: "1", evil: "x" } },
      ["/office/evil", "unknown", "Unknown value"],
    ],
    ["an unknown key inside a value", { ...good, photo: { evil: "x" } }, ["/photo", "type", "Check Photo"]],
  ])("names %s", (_, data, expected) => {
    expect(errors(data)).toEqual([expected]);
  });

  it("warns without refusing", () => {
    expect(run({ ...good, level: "master", number: "12" })).toEqual([
      {
        pointer: "/number",
        keyword: "check:number-of-level",
        message: "This does not look like a number of this institute.",
        severity: "warning",
      },
    ]);
    expect(run({ ...good, level: "master", number: "AB123" })).toEqual([]);
  });

  it("reports in the order of the form", () => {
    expect(run({}).map((error) => error.pointer)).toEqual([
      "/level",
      "/status",
      "/consent",
      "/home/pincode",
      "/office/pincode",
    ]);
  });

  it("judges only what was asked for", () => {
    expect(run({ status: "WITH" }, ["/marksheet"]).map((error) => error.pointer)).toEqual(["/marksheet"]);
  });

  it("takes an unfinished draft but none of another shape", () => {
    expect(takesDraft(model, tools, { number: "12345678901234", office: { pincode: "x" } })).toBe(true);
    expect(takesDraft(model, tools, { number: 5 })).toBe(false);
    expect(takesDraft(model, tools, { gone: "x" })).toBe(false);
  });
});

describe("bounds of dates", () => {
  const env = (timeZone?: string) => ({ roots: { env: { now: "2026-11-21T20:00:00Z", timeZone } }, rules: {} });
  it.each([
    ["today in India is tomorrow in UTC", "22-11-2026", { disableFuture: true }, "Asia/Kolkata", undefined],
    ["tomorrow in India", "23-11-2026", { disableFuture: true }, "Asia/Kolkata", "future"],
    ["without a zone, today anywhere is allowed", "22-11-2026", { disableFuture: true }, undefined, undefined],
    ["the past", "20-11-2026", { disablePast: true }, "Asia/Kolkata", "past"],
    ["before 1900", "31-12-1899", {}, "Asia/Kolkata", "min"],
    ["after 2099", "2100-01-01", {}, "Asia/Kolkata", "max"],
    ["a leap day", "29-02-2024", {}, "Asia/Kolkata", undefined],
    ["no leap day", "29-02-2023", {}, "Asia/Kolkata", "format"],
    ["before min", "01-01-2020", { min: "02-01-2020" }, "Asia/Kolkata", "min"],
  ])("%s", (_, date, bounds, zone, keyword) => {
    expect(findBrokenBound(date, bounds, env(zone))?.keyword).toBe(keyword);
  });
});
