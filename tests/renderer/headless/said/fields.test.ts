// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { propsOf } from "#renderer/form/widget-contracts.ts";
import { KeptAnswers } from "#renderer/headless/kept-answers.ts";
import type { OpenedForm } from "#renderer/headless/opened-form.ts";
import { sayFields } from "#renderer/headless/said/fields.ts";
import type { RecordSource } from "#renderer/headless/said/record.ts";
import { messages, scope, toModel, toTools } from "../../../sample-forms.ts";

const places = Array.from({ length: 31 }, (_, index) => `place${index}`);
const form: FormDocument = {
  $schema: "",
  kind: "form",
  id: "places",
  description: "",
  data: { type: "object", properties: Object.fromEntries(places.map((name) => [name, { type: "string" }])) },
  fields: [
    {
      section: "places",
      title: "Places",
      fields: places.map((name, index) => ({ at: `/${name}`, widget: "text", label: name, when: index === 30 })),
    },
  ],
};

test("a heading is said as long as one of its fields is there, however many before it are not", () => {
  const model = toModel(form);
  const words = (key: string, values: Record<string, string | number> = {}) => String(values["label"] ?? key);
  const view = { translate: (english: string) => english, words, propsOf, options: () => undefined };
  const store = new FormStore({ model, data: {}, scope, tools: toTools(model), messages, view });
  const opened: Pick<OpenedForm, "store" | "text" | "locale"> = { store, text: words, locale: "en" };
  const source = { kept: new KeptAnswers(() => undefined) };
  const said = sayFields(opened as OpenedForm, source as RecordSource);
  expect(said).toMatchObject([
    { role: "group", name: "Places", children: [{ role: "textbox", name: "place30" }, { role: "takes" }] },
  ]);
});
