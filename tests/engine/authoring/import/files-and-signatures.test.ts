import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { fromFormJs } from "#engine/authoring/import/from-form-js.ts";
import { fromFormio } from "#engine/authoring/import/from-formio.ts";
import { fromJsonSchema } from "#engine/authoring/import/from-json-schema.ts";
import { fromSurvey } from "#engine/authoring/import/from-survey.ts";

interface Made {
  readonly documents: readonly { readonly document: { readonly kind: string } }[];
}
const toForm = ({ documents }: Made): FormDefinition =>
  documents.map(({ document }) => document).find(({ kind }) => kind === "form") as FormDefinition;

test("a list of files becomes one field of several files", () => {
  const file = { type: "string", format: "data-url" };
  const schema = {
    type: "object",
    required: ["papers"],
    properties: {
      papers: { type: "array", title: "Papers", minItems: 2, maxItems: 4, items: file },
      more: { type: "array", items: file },
      pad: { type: "string", title: "Sign" },
    },
  };
  const made = fromJsonSchema("files", schema, { pad: { "ui:widget": "signature" } });
  const form = toForm(made);
  const stored = { type: "string", format: "file" };
  expect(form.data.properties).toMatchObject({
    papers: { type: "array", minItems: 2, maxItems: 4, items: stored },
    more: { type: "array", maxItems: 10, items: stored },
    pad: { type: "object", properties: { strokes: { format: "strokes" }, name: {}, imageUrl: stored } },
  });
  expect(form.fields).toMatchObject([
    { at: "/papers", widget: "file", label: "Papers", max: 4, require: true },
    { at: "/more", widget: "file", label: "More", max: 10 },
    { at: "/pad", widget: "signature", label: "Sign" },
  ]);
  expect(made.unmapped).toEqual([]);
});

test("questions of other engines keep several files and signatures", () => {
  const fields = (made: Made) => toForm(made).fields;
  const several = [
    { at: "/papers", widget: "file", max: 3 },
    { at: "/sign", widget: "signature" },
  ];
  const survey = {
    elements: [
      { type: "file", name: "papers", allowMultiple: true, maxFiles: 3 },
      { type: "signaturepad", name: "sign" },
    ],
  };
  expect(fields(fromSurvey("survey", survey))).toMatchObject(several);
  const formio = {
    components: [
      { type: "file", key: "papers", multiple: true },
      { type: "signature", key: "sign" },
    ],
  };
  expect(fields(fromFormio("formio", formio))).toMatchObject([{ ...several[0], max: 10 }, several[1]]);
  const formJs = { components: [{ type: "filepicker", key: "papers", multiple: true }] };
  expect(fields(fromFormJs("form-js", formJs))).toMatchObject([{ ...several[0], max: 10 }]);
});
