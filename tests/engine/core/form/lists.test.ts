import { describe, expect, it } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { listCertifiedFields, toAttributes, toFactLabel } from "#engine/core/form/credential-facts.ts";
import { toNestedData, toFlatData } from "#engine/core/form/data-tree.ts";
import { derive, toInitialData } from "#engine/core/form/derive.ts";
import { toRecord } from "#engine/core/form/record.ts";
import { toDataSchema, toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { acceptsDraft, validate } from "#engine/core/form/validate.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const employment: FormDefinition = {
  $schema: "",
  kind: "form",
  id: "employment",
  description: "",
  data: {
    type: "object",
    properties: {
      name: { type: "string" },
      total: { type: "number" },
      jobs: {
        type: "array",
        items: {
          type: "object",
          properties: {
            company: { type: "string", maxLength: 10 },
            pay: { type: "number" },
            current: { type: "boolean" },
            reason: { type: "string" },
            country: { type: "string" },
          },
        },
      },
    },
  },
  fields: [
    { at: "/name", widget: "text", label: "Name" },
    {
      list: "/jobs",
      title: "Jobs",
      item: "Job {n}",
      add: "Add a job",
      min: 1,
      max: 4,
      fields: [
        { at: "/company", widget: "text", label: "Company", require: true },
        { at: "/pay", widget: "number", label: "Pay" },
        { at: "/current", widget: "checkbox", label: "Current" },
        {
          at: "/reason",
          widget: "text",
          label: "Reason for leaving",
          when: { "!": { var: "row.current" } },
          require: { "===": [{ var: "data.name" }, "Asha"] },
        },
        { at: "/country", widget: "text", label: "Country", initial: "India" },
      ],
    },
    { at: "/total", widget: "number", label: "Total", value: { sum: [{ var: "data.jobs" }, { var: "row.pay" }] } },
  ],
  checks: [
    {
      id: "rising",
      at: "/jobs/-/pay",
      when: { filled: { var: "previous.pay" } },
      assert: { ">=": [{ var: "row.pay" }, { var: "previous.pay" }] },
      message: "Less than before",
    },
    { id: "enough", at: "/jobs", assert: { ">=": [{ var: "data.total" }, 10] }, message: "Too little in all" },
  ],
  messages: { "/jobs/-/company": { maxLength: "A shorter name, please" } },
};
const model = toModel(employment);
const tools = toTools(model);
const errors = (data: unknown, only?: string[]) =>
  validate(model, { ...tools, ...(only && { only }) }, data, scope, messages).map(
    ({ pointer, keyword }) => `${pointer} ${keyword}`,
  );
const job = (company: string, pay = 20, more: object = {}) => ({ company, pay, current: true, ...more });

describe("a form with a list", () => {
  it("shares the validator of the first row among all rows", () => {
    expect(toSectionSchemas(model).map(({ id }) => id)).toEqual(["main", "jobs-1", "main-2"]);
    expect(toDataSchema(model).properties?.["jobs"]).toMatchObject({
      type: "array",
      maxItems: 4,
      items: { additionalProperties: false, properties: { company: { type: "string" } } },
    });
  });

  it("has the rows of the data, and at least the minimum", () => {
    const rows = (data: unknown) => derive(model, data, scope).lists["/jobs"]?.rows;
    expect([rows({}), rows({ jobs: [{}, {}] }), rows({ jobs: Array(9).fill({}) })]).toEqual([1, 2, 4]);
    const { fields } = derive(model, { jobs: [{}, {}] }, scope);
    expect(fields["/jobs/1/company"]?.visible).toBe(true);
    expect(fields["/jobs/2/company"]?.visible).toBe(false);
  });

  it("reads the row, the data around it and the row before it in rules", () => {
    const { fields } = derive(model, { name: "Asha", jobs: [{ current: true }, { company: "B" }] }, scope);
    expect(fields["/jobs/0/reason"]?.visible).toBe(false);
    expect(fields["/jobs/1/reason"]).toMatchObject({ visible: true, required: true });
  });

  it("computes over all rows", () => {
    const derived = derive(model, { jobs: [job("A", 20), job("B", 22.5)] }, scope);
    expect(derived.submitted).toEqual({ jobs: [job("A", 20), job("B", 22.5)], total: 42.5 });
  });

  it("reports faults at the row, with the form's own message", () => {
    expect(errors({ jobs: [job("A"), job("An endless name", 30)] })).toEqual(["/jobs/1/company maxLength"]);
    const [found] = validate(model, tools, { jobs: [job("A"), job("An endless name", 30)] }, scope, messages);
    expect(found?.message).toBe("A shorter name, please");
    expect(errors({ jobs: [job("A"), { ...job("B", 30), salary: 1 }] })).toEqual(["/jobs/1/salary unknown"]);
    expect(errors({ jobs: [job("A"), { company: 7, pay: 20, current: true }] })).toEqual(["/jobs/1/company type"]);
  });

  it("applies a check of rows to each row, and one of the list to the list", () => {
    expect(errors({ jobs: [job("A", 20), job("B", 19), job("C", 30)] })).toEqual(["/jobs/1/pay check:rising"]);
    expect(errors({ jobs: [job("A", 9)] })).toEqual(["/jobs check:enough"]);
  });

  it("refuses a list that is too long, or no list, with one error", () => {
    expect(errors({ jobs: Array.from({ length: 10_000 }, () => job("A")) })).toEqual(["/jobs maxItems"]);
    expect(errors({ jobs: { 0: job("A") } })).toContain("/jobs unknown");
    expect(errors({ jobs: [job("A"), null] })).toContain("/jobs/1 unknown");
    expect(acceptsDraft(model, tools, { jobs: Array(5).fill({}) })).toBe(false);
    expect(acceptsDraft(model, tools, { jobs: [{ company: "A" }, {}] })).toBe(true);
  });

  it("limits a repair to the requested row", () => {
    expect(errors({ jobs: [{}, { company: "An endless name" }] }, ["/jobs/0/company"])).toEqual([
      "/jobs/0/company require",
    ]);
    const { submitted } = derive(model, { jobs: [job("A"), job("B")] }, scope, { only: ["/jobs/1/company"] });
    expect(submitted).toEqual({ jobs: [{}, { company: "B" }] });
  });

  it("keeps rows when data are flattened and nested again", () => {
    const data = { name: "Asha", jobs: [{ company: "A" }, {}, { company: "C" }] };
    expect(toNestedData(model, toFlatData(model, data))).toEqual(data);
  });

  it("sets initial values in present rows only", () => {
    expect(toInitialData(model, { jobs: [{ company: "A" }, {}] }, scope)).toEqual({
      jobs: [{ company: "A", country: "India" }, { country: "India" }],
    });
  });

  it("shows a record row by row", () => {
    const record = toRecord(
      model,
      { jobs: [job("A"), job("B")] },
      scope,
      (text) => text,
      () => undefined,
    );
    expect(record.map(({ list, title, isRow, rows }) => [list, title, isRow, rows[0]?.label])).toEqual([
      ["Jobs", "Job 1", true, "Company"],
      [undefined, "Job 2", true, "Company"],
      [undefined, "", false, "Total"],
    ]);
  });

  it("names the list above its first row with a value when the rows before are empty", () => {
    const record = toRecord(
      model,
      { jobs: [{}, job("B")] },
      scope,
      (text) => text,
      () => undefined,
    );
    expect(record.map(({ list, title }) => [list, title]).slice(0, 1)).toEqual([["Jobs", "Job 2"]]);
  });

  it("certifies each row under its own label", () => {
    const credential = { type: "Jobs", attributes: ["/jobs"] };
    expect(toAttributes(model, credential as never, { jobs: [job("A", 1), job("B", 2)] })).toMatchObject({
      "jobs.0.company": "A",
      "jobs.1.pay": 2,
    });
    expect(listCertifiedFields(model, credential as never)[0]?.pointer).toBe("/jobs/0/company");
    const reader = { model, credential, translate: (text: string) => text, unnamed: "?" };
    expect(toFactLabel(reader as never, "jobs.1.company")).toBe("Company (Job 2)");
  });
});
