import type { DataSchema, FormDefinition, FormField } from "#engine/core/definitions/form.ts";

/** Fields of the widgets whose values the engine normalises, validates or writes differently. */
export const widgetFields: readonly FormField[] = [
  { at: "/story", widget: "textarea", label: "Your story", maxLength: 20, require: true },
  { at: "/resident", widget: "yes-no", label: "Where do you live?", yes: "In India", no: "Abroad", require: true },
  { at: "/studies", widget: "date-range", label: "Studies", ongoing: true, dates: { disableFuture: true } },
  { at: "/signature", widget: "signature", label: "Signature" },
  { at: "/owner", widget: "yes-no", label: "Owner" },
];

export const widgetProperties: Readonly<Record<string, DataSchema>> = {
  story: { type: "string", format: "lines", maxLength: 20 },
  resident: { type: "boolean" },
  studies: {
    type: "object",
    properties: {
      from: { type: "string", format: "dd-MM-yyyy" },
      to: { type: "string", format: "dd-MM-yyyy" },
      ongoing: { type: "boolean" },
    },
  },
  signature: {
    type: "object",
    properties: {
      strokes: { type: "string", format: "strokes", maxLength: 8_000 },
      name: { type: "string", maxLength: 100 },
      imageUrl: { type: "string", format: "file" },
    },
  },
  owner: { type: "boolean" },
};

export const widgetForm = {
  $schema: "",
  kind: "form",
  id: "widgets",
  description: "",
  data: { type: "object", properties: { ...widgetProperties } },
  fields: [...widgetFields],
} as FormDefinition;
