import { describe, expect, it } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import { findDraftFault, findSubmissionFault, type Judge, type Succession } from "#engine/release/takes.ts";
import { degree, scope, toModel, toTools } from "../../sample-forms.ts";

const toJudge = (form: FormDocument): Judge => {
  const model = toModel(form);
  return { model, tools: toTools(model), scope };
};
/** The sample form with one change. */
function changed(edit: (form: FormDocument) => unknown): Judge {
  const form = structuredClone(degree);
  edit(form);
  return toJudge(form);
}
const former = toJudge(degree);
const to = (newer: Judge): Succession => ({ former, newer, migrations: [] });
const submitted = {
  name: "Asha Rao",
  token: "t",
  level: "bachelor",
  status: "ONLY",
  consent: true,
  working: true,
  office: { pincode: "560001" },
};
const field = (form: FormDocument, at: string) => form.fields.find((entry) => "widget" in entry && entry.at === at)!;

describe("a stored submission", () => {
  it("is taken by the form that took it", () => {
    expect(findSubmissionFault(to(former), submitted)).toBeUndefined();
  });

  it.each([
    [
      "a value that its shape refuses",
      (form: FormDocument) => (form.data.properties!["level"]!.maxLength = 3),
      "/level",
      "maxLength",
    ],
    [
      "an answer that is asked for now",
      (form: FormDocument) => Object.assign(field(form, "/passedOn"), { require: true }),
      "/passedOn",
      "require",
    ],
    [
      "a value of no field",
      (form: FormDocument) => form.fields.splice(form.fields.indexOf(field(form, "/token")), 1),
      "/token",
      "unknown",
    ],
    [
      "a value of a field that is not there",
      (form: FormDocument) => Object.assign(field(form, "/token"), { when: false }),
      "/token",
      "dropped",
    ],
    [
      "a value that is computed otherwise",
      (form: FormDocument) => Object.assign(field(form, "/name"), { value: "Somebody" }),
      "/name",
      "changed",
    ],
    [
      "what a check refuses",
      (form: FormDocument) => form.checks!.push({ id: "never", at: "/consent", assert: false, message: "No" }),
      "/consent",
      "check:never",
    ],
  ])("is not taken: %s", (_, edit, pointer, keyword) => {
    expect(findSubmissionFault(to(changed(edit)), submitted)).toEqual({ pointer, keyword });
  });
});

describe("a draft", () => {
  const unfinished = { level: "bachelor", office: { pincode: "56" }, number: "12" };

  it("that is unfinished need not hold what is required, neither before nor now", () => {
    expect(findDraftFault(to(former), unfinished)).toBeUndefined();
    const asksMore = changed((form) => Object.assign(field(form, "/passedOn"), { require: true }));
    expect(findDraftFault(to(asksMore), unfinished)).toBeUndefined();
  });

  it("that is unfinished keeps what was right", () => {
    const narrower = changed((form) => (form.data.properties!["number"]!.pattern = "^[A-Z]+$"));
    expect(findDraftFault(to(narrower), unfinished)).toEqual({ pointer: "/number", keyword: "pattern" });
  });

  it("keeps the type of every value", () => {
    const retyped = changed((form) => Object.assign(form.data.properties!["level"]!, { type: "boolean" }));
    expect(findDraftFault(to(retyped), unfinished)).toMatchObject({ keyword: "type" });
  });

  it("that is finished is judged as a submission", () => {
    const asksMore = changed((form) => Object.assign(field(form, "/passedOn"), { require: true }));
    expect(findDraftFault(to(asksMore), submitted)).toEqual({ pointer: "/passedOn", keyword: "require" });
  });
});
