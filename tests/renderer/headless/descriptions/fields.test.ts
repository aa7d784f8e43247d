// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { getWidgetProps } from "#renderer/form/widget-contracts.ts";
import { CachedAnswers } from "#renderer/headless/cached-answers.ts";
import type { OpenedForm } from "#renderer/headless/form-types.ts";
import { describeFields } from "#renderer/headless/descriptions/fields.ts";
import type { RecordSource } from "#renderer/headless/descriptions/record.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const places = Array.from({ length: 31 }, (_, index) => `place${index}`);
const form: FormDefinition = {
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

test("describes a group while any of its fields is visible, also the last of many", () => {
  const model = toModel(form);
  const uiText = (key: string, values: Record<string, string | number> = {}) => String(values["label"] ?? key);
  const view = { translate: (english: string) => english, text: uiText, getWidgetProps, options: () => undefined };
  const store = new FormStore({ model, data: {}, scope, tools: toTools(model), messages, view });
  const opened: Pick<OpenedForm, "store" | "text" | "locale"> = { store, text: uiText, locale: "en" };
  const source = { cached: new CachedAnswers(() => undefined) };
  const nodes = describeFields(opened as OpenedForm, source as RecordSource);
  expect(nodes).toMatchObject([
    { role: "group", name: "Places", children: [{ role: "textbox", name: "place30" }, { role: "accepts" }] },
  ]);
});
