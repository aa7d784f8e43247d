import { describe, expect, test } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import { fromJsonSchema } from "#engine/import/from-json-schema.ts";
import { judgeImported } from "./judge-imported.ts";

const schema = {
  title: "Employment record",
  type: "object",
  required: ["company", "address"],
  definitions: {
    place: {
      type: "object",
      title: "Place",
      required: ["city"],
      properties: { city: { type: "string", title: "City" } },
    },
  },
  properties: {
    endDate: { type: "string", format: "date", title: "End date" },
    company: { type: "string", title: "Company", description: "As on your contract", maxLength: 80 },
    kind: {
      type: "string",
      title: "Kind",
      oneOf: [
        { const: "full", title: "Full time" },
        { const: "part", title: "Part time" },
      ],
    },
    level: { type: "string", title: "Level", enum: ["junior", "senior"] },
    works: { type: "boolean", title: "I still work here", default: false },
    letter: { type: "string", format: "data-url", title: "Letter" },
    mail: { type: "string", format: "email", title: "Mail of your manager" },
    code: { type: "string", title: "Code", pattern: "^[A-Z]{2}[0-9]{4}$" },
    source: { type: "string" },
    salary: { type: "number", title: "Salary", minimum: 0 },
    address: { $ref: "#/definitions/place" },
    referees: { type: "array", items: { type: "string" } },
  },
  if: { properties: { works: { const: true } } },
  then: { required: ["salary"] },
};
const ui = {
  "ui:order": ["company", "*", "mail"],
  kind: { "ui:widget": "radio" },
  source: { "ui:widget": "hidden" },
  company: { "ui:placeholder": "For example a bank", "ui:autofocus": true },
  code: { "ui:widget": "colour-picker", "ui:readonly": true },
};

describe("a JSON Schema with its uiSchema", () => {
  const { documents, left } = fromJsonSchema("employment-record", schema, ui);
  const form = documents[0]!.document as FormDocument;

  test("becomes a form, and lists for its choices", () => {
    expect(documents.map(({ path }) => path)).toEqual([
      "forms/employment-record.json",
      "options/employment-record-kind.json",
      "options/employment-record-level.json",
    ]);
    expect(form.fields).toMatchObject([
      {
        at: "/company",
        widget: "text",
        label: "Company",
        hint: "As on your contract",
        placeholder: "For example a bank",
        require: true,
      },
      { at: "/endDate", widget: "date-picker" },
      { at: "/kind", widget: "radio", options: "employment-record-kind" },
      { at: "/level", widget: "select" },
      { at: "/works", widget: "checkbox", initial: false },
      { at: "/letter", widget: "file" },
      { at: "/code", widget: "text", readOnly: true },
      { at: "/source", widget: "hidden" },
      { at: "/salary", widget: "text", digits: true },
      { section: "address", title: "Place", fields: [{ at: "/address/city", label: "City", require: true }] },
      { at: "/mail", widget: "text", type: "email" },
    ]);
    expect(form.data.properties).toMatchObject({
      endDate: { format: "dd-MM-yyyy" },
      code: { pattern: "^[A-Z]{2}[0-9]{4}$" },
      address: { type: "object", properties: { city: { type: "string" } } },
    });
    expect(documents[1]!.document).toMatchObject({
      items: [
        { value: "full", label: "Full time" },
        { value: "part", label: "Part time" },
      ],
    });
  });

  test("tells each keyword that a form has no place for", () => {
    expect(left.map(({ at }) => at).toSorted()).toEqual([
      "/if",
      "/properties/endDate/format",
      "/properties/referees",
      "/properties/salary/minimum",
      "/properties/salary/type",
      "/then",
      "ui:/properties/code",
      "ui:/properties/company/ui:autofocus",
    ]);
  });

  test("makes documents in which the check finds nothing but what an author does next", async () => {
    expect(await judgeImported(documents)).toEqual([]);
  });

  test("that refers to itself, or out of itself, ends", () => {
    const loop = {
      type: "object",
      properties: { a: { $ref: "#/properties/a" }, b: { $ref: "https://elsewhere.example/s.json" } },
    };
    expect(fromJsonSchema("loop", loop).left.map(({ at }) => at)).toEqual(["/properties/a/$ref", "/properties/b/$ref"]);
  });
});
