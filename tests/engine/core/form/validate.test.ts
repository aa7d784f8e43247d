import { describe, expect, it } from "vitest";
import { findBrokenBound } from "#engine/core/form/date-values.ts";
import { acceptsDraft, validate } from "#engine/core/form/validate.ts";
import type { DataSchema, FormDefinition } from "#engine/core/definitions/form.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { address, degree, messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

type FormCheck = NonNullable<FormDefinition["checks"]>[number];
const photoWith = (latitude: DataSchema): DataSchema => ({
  type: "object",
  properties: { imageUrl: { type: "string", format: "file" }, latitude },
});

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
  it("asks for an answer when the label is a question in any script", () => {
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

  it("fills label and limit in texts with placeholders or a context", () => {
    const fields = degree.fields.map((entry) =>
      "at" in entry && entry.at === "/passedOn" ? { ...entry, dates: { min: "01-01-2010" } } : entry,
    );
    const early = toModel({ ...degree, fields });
    const messageFor = (otherwise: Text) => {
      const validation = { ...messages.validation, min: { otherwise } };
      const data = { ...good, passedOn: "31-12-2009" };
      return validate(early, toTools(early), data, scope, { ...messages, validation })[0]?.message;
    };
    const expected = "Passed on cannot be before 01-01-2010";
    const name = { var: "profile.name" };
    expect(messageFor({ text: "{label} cannot be before {limit}, {name}", with: { name } })).toBe(
      `${expected}, Asha Rao`,
    );
    expect(messageFor({ text: "{label} cannot be before {limit}", context: "a day" })).toBe(expected);
    expect(messageFor({ rows: [], otherwise: { text: "{label} cannot be before {limit}", context: "a day" } })).toBe(
      expected,
    );
    // A value is never used as a template.
    expect(messageFor({ text: "{name}", with: { name: "{label}" } })).toBe("{label}");
  });

  it("accepts a valid form", () => {
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

  it("warns without rejecting", () => {
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

  it("prefers an error to a warning at the same field, in any order", () => {
    const [warning] = degree.checks!;
    const error = { ...warning!, id: "number-in-use", severity: "error" as const, message: "Give another number." };
    for (const checks of [
      [warning!, error],
      [error, warning!],
    ]) {
      const twice = toModel({ ...degree, checks });
      const found = validate(twice, toTools(twice), { ...good, level: "master", number: "12" }, scope, messages);
      expect(found).toMatchObject([{ pointer: "/number", keyword: "check:number-in-use", severity: "error" }]);
    }
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

  it("validates only the requested pointers", () => {
    expect(run({ status: "WITH" }, ["/marksheet"]).map((error) => error.pointer)).toEqual(["/marksheet"]);
  });

  it("rejects a value that its section's validator does not know", () => {
    const [keyword, instancePath] = ["additionalProperties", ""];
    const shape = () => [{ keyword, instancePath, params: { additionalProperty: "/level" } }];
    expect(validate(model, { ...tools, shape }, good, scope, messages)).toMatchObject([
      { pointer: "/level", keyword: "type", severity: "error" },
    ]);
  });

  it("accepts an incomplete draft, but none of another shape", () => {
    expect(acceptsDraft(model, tools, { number: "12345678901234", office: { pincode: "x" } })).toBe(true);
    expect(acceptsDraft(model, tools, { number: 5 })).toBe(false);
    expect(acceptsDraft(model, tools, { gone: "x" })).toBe(false);
  });
});

describe("a check at a pointer without a field", () => {
  const near: FormCheck = {
    id: "near",
    at: "/photo/latitude",
    when: { filled: { var: "data.photo.latitude" } },
    assert: { "<=": [{ var: "data.photo.latitude" }, 60] },
    message: "That is far in the north.",
  };
  const local: FormCheck = {
    id: "local",
    at: "/office",
    assert: { "===": [{ var: "data.office.pincode" }, "110002"] },
    message: "The office is elsewhere.",
  };
  const properties = { ...degree.data.properties, photo: photoWith({ type: "number", maximum: 90 }) };
  const written: FormDefinition = {
    ...degree,
    data: { ...degree.data, properties },
    checks: [near, local],
    messages: {
      "/photo": { type: "Take it again", maximum: "Too much" },
      "/photo/latitude": { maximum: "There is no such place" },
      "/office": { require: "Say where you work" },
    },
  };
  const messagesOf = (form: FormDefinition, data: unknown, find = () => address, only?: string[]) => {
    const inner = toFormModel(form, find);
    const found = validate(inner, only ? { ...toTools(inner), only } : toTools(inner), data, scope, messages);
    return found.map(({ pointer, message }) => [pointer, message]);
  };
  const photo = (latitude: unknown) => ({ ...good, photo: { imageUrl: file, latitude } });

  it("inside a value is reported at the field that holds it", () => {
    expect(messagesOf(written, photo(70))).toEqual([["/photo", "That is far in the north."]]);
    expect(messagesOf(written, photo(50))).toEqual([]);
    expect(messagesOf(written, photo(70), undefined, ["/photo"])).toEqual([["/photo", "That is far in the north."]]);
  });

  it("above fields is reported at the first present one", () => {
    const elsewhere = { ...good, office: { pincode: "1", line1: "a" } };
    expect(messagesOf(written, elsewhere)).toEqual([["/office/pincode", "The office is elsewhere."]]);
    const [first, ...others] = address.fields;
    const bare = { ...address, fields: [{ ...first!, when: false }, ...others] };
    expect(messagesOf(written, elsewhere, () => bare)).toEqual([["/office/line1", "The office is elsewhere."]]);
  });

  it("has its own messages, the nearest first", () => {
    expect(messagesOf(written, photo(100))).toEqual([["/photo", "There is no such place"]]);
    expect(messagesOf(written, photo("north"))).toEqual([["/photo", "Take it again"]]);
    const unasked = { ...written, checks: [] };
    expect(messagesOf(unasked, { ...good, office: {} })).toEqual([["/office/pincode", "Pincode must not be empty"]]);
    expect(messagesOf(unasked, { ...good, office: {} }, () => ({ ...address, messages: {} }))).toEqual([
      ["/office/pincode", "Say where you work"],
    ]);
  });
});

describe("date bounds", () => {
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
