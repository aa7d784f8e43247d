import { describe, expect, it } from "vitest";
import { withoutSensitive, toFlatData, toNestedData } from "#engine/core/form/data-tree.ts";
import { derive, toInitialData, updateDerived, type DerivedForm } from "#engine/core/form/derive.ts";
import { degree, scope, toModel } from "../../../support/sample-forms.ts";

const model = toModel(degree);
const run = (data: unknown, only?: string[]) => derive(model, data, scope, only ? { only } : {});

describe("derive", () => {
  it("hides a field whose rule does not hold, and removes its value from the submission", () => {
    const file = "/utility/api/1.0/files/abcdefghijklmnop";
    expect(run({ status: "WITH", marksheet: file }).submitted).toMatchObject({ marksheet: file });
    const only = run({ status: "ONLY", marksheet: file });
    expect(only.fields["/marksheet"]).toEqual({ visible: false, required: false, readOnly: false, value: undefined });
    expect(only.submitted).not.toHaveProperty("marksheet");
  });

  it("hides a whole mounted form, and gives each mounted form its own data", () => {
    const derived = run({ working: true, home: { pincode: "1" }, office: { pincode: "110001" } });
    expect(derived.submitted).not.toHaveProperty("home");
    expect(derived.fields["/office/line1"]?.required).toBe(true);
    expect(run({ home: { pincode: "110001" } }).fields["/office/line1"]?.required).toBe(false);
  });

  it("omits inputs that the verification hides from this client flow only", () => {
    const hiding = (flow: string) =>
      derive(
        model,
        { number: "7", office: { pincode: "1" } },
        { ...scope, roots: { ...scope.roots, verification: { hidden: { [flow]: ["number", "office"] } } } },
      );
    expect(hiding("web-wallet").fields["/number"]?.visible).toBe(false);
    expect(hiding("web-wallet").fields["/office/pincode"]).toMatchObject({ visible: false, required: false });
    expect(hiding("web-wallet").submitted).not.toHaveProperty("office");
    expect(hiding("kiosk").submitted).toMatchObject({ number: "7", office: { pincode: "1" } });
  });

  it("computes values and ignores sent ones", () => {
    const derived = run({ name: "Mallory" });
    expect(derived.submitted["name"]).toBe("Asha Rao");
    expect(derived.fields["/name"]?.readOnly).toBe(true);
  });

  it.each([
    ["trims text", { number: "  AB 1  " }, { number: "AB 1" }],
    ["drops what is empty", { number: "   ", home: { line1: "" } }, {}],
    ["turns yyyy-MM-dd round", { passedOn: "2020-05-31" }, { passedOn: "31-05-2020" }],
    ["leaves a wrong date alone", { passedOn: "2020-02-31" }, { passedOn: "2020-02-31" }],
    ["keeps a no", { working: false }, { working: false }],
    ["submits what is hidden from sight but has a value", { token: "x" }, { token: "x" }],
  ])("%s", (_, data, expected) => {
    expect(run(data).submitted).toEqual({ name: "Asha Rao", ...expected });
  });

  it("submits only the requested pointers, while rules see all data", () => {
    const derived = run({ status: "WITH", level: "master" }, ["/marksheet"]);
    expect(derived.fields["/marksheet"]).toMatchObject({ visible: true, required: true });
    expect(derived.fields["/level"]?.visible).toBe(false);
    expect(derived.submitted).toEqual({});
  });

  it("derives the same from its own submission", () => {
    const first = run({ status: "LOA", working: true, home: { pincode: "1" }, level: " master " });
    expect(run(first.submitted).fields).toEqual(first.fields);
  });

  it("uses initial values where there is no data", () => {
    expect(toInitialData(model, {}, scope)).toEqual({ token: "t" });
    expect(toInitialData(model, { token: "kept" }, scope)).toEqual({ token: "kept" });
  });

  it("flattens and nests data, and removes sensitive values", () => {
    const data = { level: "master", number: "AB", home: { pincode: "1" } };
    expect(toFlatData(model, data)).toEqual({ "/level": "master", "/number": "AB", "/home/pincode": "1" });
    expect(toNestedData(model, toFlatData(model, data))).toEqual(data);
    expect(withoutSensitive(model, data)).toEqual({ level: "master", home: { pincode: "1" } });
  });
});

describe("updateDerived", () => {
  const before = { status: "WITH", working: true, number: "1", office: { pincode: "110001" } };
  const update = (pointer: string, raw: unknown) => updateDerived(run(before), model.byPointer.get(pointer)!, raw);
  const toValues = (derived: DerivedForm | undefined) =>
    derived && { fields: derived.fields, data: derived.data, submitted: derived.submitted };

  it("gives the same form as a derivation of all fields", () => {
    expect(toValues(update("/number", " AB "))).toEqual(toValues(run({ ...before, number: " AB " })));
    const office = { pincode: "110001", line1: "12 MG Road" };
    expect(toValues(update("/office/line1", office.line1))).toEqual(toValues(run({ ...before, office })));
  });

  it.each([
    ["emptied", "/number", " "],
    ["hidden", "/home/line1", "12 MG Road"],
    ["computed", "/name", "Mallory"],
  ])("returns undefined for a field that is %s", (_, pointer, raw) => expect(update(pointer, raw)).toBeUndefined());
});

describe("a read-only field", () => {
  const fixed = toModel({
    ...degree,
    fields: [
      // Listed before the field that it reads: the result does not depend on the order.
      { at: "/level", widget: "select", label: "Degree level", when: { "===": [{ var: "data.name" }, "Asha Rao"] } },
      { at: "/name", widget: "text", label: "Name", readOnly: true, require: true, initial: { var: "profile.name" } },
      {
        at: "/number",
        widget: "text",
        label: "Number",
        readOnly: { or: [{ filled: { var: "data.number" } }, { "===": [{ var: "data.working" }, true] }] },
        initial: { var: "profile.number" },
      },
      { at: "/working", widget: "checkbox", label: "I still work here" },
    ],
  });
  const numbered = { ...scope, roots: { ...scope.roots, profile: { name: "Asha Rao", number: "7" } } };
  const judge = (data: unknown, before: unknown, given = scope) => derive(fixed, data, given, { before });

  it("keeps its initial value when another one is sent, and other fields read it", () => {
    const { fields, submitted } = judge({ name: "Somebody Else", level: "master" }, {});
    expect(submitted).toEqual({ name: "Asha Rao", level: "master" });
    expect(fields["/name"]).toEqual({ visible: true, required: true, readOnly: true, value: "Asha Rao" });
  });

  it("keeps the previous value", () => {
    expect(judge({ name: "Somebody Else" }, { name: "Asha V." }).submitted).toEqual({ name: "Asha V." });
    expect(judge({}, { name: "Asha V." }).submitted).toEqual({ name: "Asha V." });
  });

  it("accepts typed data where its condition does not hold; a condition on itself reads the previous value", () => {
    expect(judge({ number: "8" }, {}).fields["/number"]).toMatchObject({ readOnly: false, value: "8" });
    expect(judge({ number: "8" }, {}, numbered).fields["/number"]).toMatchObject({ readOnly: true, value: "7" });
    expect(judge({ number: "8" }, { number: "6" }).fields["/number"]).toMatchObject({ readOnly: true, value: "6" });
    expect(judge({ number: "8", working: true }, {}).submitted).toEqual({ name: "Asha Rao", working: true });
  });

  it("keeps the stored value when nothing is submitted", () => {
    expect(derive(fixed, { name: "Asha V.", number: "8" }, numbered).submitted).toEqual({
      name: "Asha V.",
      number: "8",
    });
  });
});
