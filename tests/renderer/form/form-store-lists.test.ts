import { describe, expect, it } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { toSummaryLine } from "#renderer/form/parts/summary-line.ts";
import { messages, scope, toModel, toTools } from "../../support/sample-forms.ts";

const form: FormDefinition = {
  $schema: "",
  kind: "form",
  id: "jobs",
  description: "",
  data: {
    type: "object",
    properties: {
      city: { type: "string" },
      jobs: {
        type: "array",
        items: { type: "object", properties: { company: { type: "string" }, pincode: { type: "string" } } },
      },
    },
  },
  fields: [
    { at: "/city", widget: "text", label: "City" },
    {
      list: "/jobs",
      item: "Job {n}",
      add: "Add",
      fields: [
        { at: "/company", widget: "text", label: "Company", require: true },
        { at: "/pincode", widget: "text", label: "Pincode" },
      ],
    },
  ],
};

function toStore(data: unknown) {
  const model = toModel(form);
  const view = {
    translate: (english: string) => english,
    text: (key: string) => key,
    getWidgetProps: () => ({}),
    options: () => undefined,
  };
  return new FormStore({ model, data, scope, tools: toTools(model), messages, view });
}
const rowsOf = (store: FormStore) => (store.draft() as { jobs?: unknown[] }).jobs;

describe("rows and values from outside", () => {
  it("keeps an empty row when a look-up fills a field elsewhere or in another row", () => {
    const store = toStore({ jobs: [{ company: "A" }] });
    store.addRow(store.model.lists[0]!);
    store.addRow(store.model.lists[0]!);
    expect(store.list("/jobs").rows).toBe(3);
    store.setExternalValues({ "/city": "Pune" });
    store.setExternalValues({ "/jobs/0/pincode": "411001" });
    expect(store.list("/jobs").rows).toBe(3);
    expect(rowsOf(store)).toHaveLength(3);
  });

  it("drops the last rows that another device removed, up to the first row that was empty before", () => {
    const store = toStore({ jobs: [{ company: "A" }, { company: "B" }, { company: "C" }] });
    store.setExternalValues({ "/jobs/1/company": undefined, "/jobs/2/company": undefined });
    expect(store.list("/jobs").rows).toBe(1);
    store.addRow(store.model.lists[0]!);
    store.setExternalValues({ "/jobs/0/pincode": undefined });
    expect(store.list("/jobs").rows).toBe(2);
  });
});

describe("the error summary", () => {
  it("names the row of an error in a list", () => {
    const store = toStore({ city: "Pune", jobs: [{ company: "A" }, {}] });
    const { errors } = store.submit("busy");
    expect(errors.map(({ pointer }) => pointer)).toEqual(["/jobs/1/company"]);
    expect(store.shownErrors().map((error) => toSummaryLine(store, error))).toEqual([
      expect.stringMatching(/^Job 2: .*Company/),
    ]);
  });

  it("has the message alone when the field is in no row", () => {
    const store = toStore({ jobs: [] });
    expect(toSummaryLine(store, { pointer: "/city", keyword: "require", message: "City?", severity: "error" })).toBe(
      "City?",
    );
  });
});
