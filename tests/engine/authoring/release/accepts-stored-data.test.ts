import { describe, expect, it } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import {
  findDraftFault,
  findSubmissionFault,
  type FormJudge,
  type FormSuccession,
} from "#engine/authoring/release/accepts-stored-data.ts";
import { degree, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const toJudge = (form: FormDefinition): FormJudge => {
  const model = toModel(form);
  return { model, tools: toTools(model), scope };
};
/** The sample form with one change. */
function changed(edit: (form: FormDefinition) => unknown): FormJudge {
  const form = structuredClone(degree);
  edit(form);
  return toJudge(form);
}
const former = toJudge(degree);
const to = (newer: FormJudge): FormSuccession => ({ former, newer, migrations: [] });
const submitted = {
  name: "Asha Rao",
  token: "t",
  level: "bachelor",
  status: "ONLY",
  consent: true,
  working: true,
  office: { pincode: "560001" },
};
const field = (form: FormDefinition, at: string) => form.fields.find((entry) => "widget" in entry && entry.at === at)!;

describe("findSubmissionFault", () => {
  it("finds none when the form is unchanged", () => {
    expect(findSubmissionFault(to(former), submitted)).toBeUndefined();
  });

  it.each([
    [
      "a value that its shape refuses",
      (form: FormDefinition) => (form.data.properties!["level"]!.maxLength = 3),
      "/level",
      "maxLength",
    ],
    [
      "an answer that is asked for now",
      (form: FormDefinition) => Object.assign(field(form, "/passedOn"), { require: true }),
      "/passedOn",
      "require",
    ],
    [
      "a value of no field",
      (form: FormDefinition) => form.fields.splice(form.fields.indexOf(field(form, "/token")), 1),
      "/token",
      "unknown",
    ],
    [
      "a value of a field that is not there",
      (form: FormDefinition) => Object.assign(field(form, "/token"), { when: false }),
      "/token",
      "dropped",
    ],
    [
      "a value that is computed otherwise",
      (form: FormDefinition) => Object.assign(field(form, "/name"), { value: "Somebody" }),
      "/name",
      "changed",
    ],
    [
      "what a check refuses",
      (form: FormDefinition) => form.checks!.push({ id: "never", at: "/consent", assert: false, message: "No" }),
      "/consent",
      "check:never",
    ],
  ])("is not taken: %s", (_, edit, pointer, keyword) => {
    expect(findSubmissionFault(to(changed(edit)), submitted)).toEqual({ pointer, keyword });
  });
});

describe("findDraftFault", () => {
  const unfinished = { level: "bachelor", office: { pincode: "56" }, number: "12" };

  it("ignores missing required values of an incomplete draft", () => {
    expect(findDraftFault(to(former), unfinished)).toBeUndefined();
    const asksMore = changed((form) => Object.assign(field(form, "/passedOn"), { require: true }));
    expect(findDraftFault(to(asksMore), unfinished)).toBeUndefined();
  });

  it("finds a valid value of an incomplete draft that becomes invalid", () => {
    const narrower = changed((form) => (form.data.properties!["number"]!.pattern = "^[A-Z]+$"));
    expect(findDraftFault(to(narrower), unfinished)).toEqual({ pointer: "/number", keyword: "pattern" });
  });

  it("finds a value that changes its type", () => {
    const retyped = changed((form) => Object.assign(form.data.properties!["level"]!, { type: "boolean" }));
    expect(findDraftFault(to(retyped), unfinished)).toMatchObject({ keyword: "type" });
  });

  it("treats a complete draft as a submission", () => {
    const asksMore = changed((form) => Object.assign(field(form, "/passedOn"), { require: true }));
    expect(findDraftFault(to(asksMore), submitted)).toEqual({ pointer: "/passedOn", keyword: "require" });
  });
});
