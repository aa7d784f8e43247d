import { describe, expect, it } from "vitest";
import { checkFormRules } from "#engine/check/check-form-rules.ts";
import { DocumentSet } from "#engine/check/context.ts";
import type { FormDocument } from "#engine/documents/form.ts";

const form = (change: Partial<FormDocument>): FormDocument => ({
  $schema: "", kind: "form", id: "visit", description: "",
  data: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
  fields: [{ at: "/a", widget: "text" }, { at: "/b", widget: "text" }], ...change,
});
const rules = { $schema: "", kind: "rules", id: "r", description: "", rules: { "has-a": { expr: { "!": [{ blank: { var: "data.a" } }] }, why: "a is there" } } };
const check = (document: FormDocument) => checkFormRules(new DocumentSet(
  [{ path: "forms/visit.json", document: document as never }, { path: "rules/r.json", document: rules as never }],
  { metas: {}, operations: new Map(), organisations: new Set() },
));

describe("rules and formats of forms", () => {
  it("lets a sound form pass", () => {
    expect(check(form({ fields: [{ at: "/a", widget: "text" }, { at: "/b", widget: "text", when: { rule: "has-a" } }] }))).toEqual([]);
  });

  it("names a format that no validator knows, with what was meant", () => {
    expect(check(form({ data: { type: "object", properties: { a: { type: "string", format: "emial" }, b: { type: "array", items: { format: "date" } } } } }))).toEqual([
      { document: "forms/visit.json", pointer: "/data/properties/a/format", code: "unknown-format", message: "There is no format emial; did you mean email?" },
    ]);
  });

  it("names fields that wait for each other, also through a named rule", () => {
    const circle = form({ fields: [{ at: "/a", widget: "text", when: { var: "data.b" } }, { at: "/b", widget: "text", when: { rule: "has-a" } }] });
    expect(check(circle)).toMatchObject([{ pointer: "/fields", code: "circular-rule", message: "The conditions of /a, /b lead in a circle" }]);
  });

  it("leaves a form that makes no model to the other checks", () => {
    expect(check(form({ fields: [{ at: "/x", widget: "text" }] }))).toEqual([]);
  });
});
