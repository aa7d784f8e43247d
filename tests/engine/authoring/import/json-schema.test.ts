import { describe, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { fromJsonSchema } from "#engine/authoring/import/from-json-schema.ts";
import { checkImported } from "./check-imported.ts";

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

describe("fromJsonSchema", () => {
  const { documents, unmapped } = fromJsonSchema("employment-record", schema, ui);
  const form = documents[0]!.document as FormDefinition;

  test("creates a form, and lists for its choices", () => {
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
      { at: "/salary", widget: "number" },
      { section: "address", title: "Place", fields: [{ at: "/address/city", label: "City", require: true }] },
      {
        list: "/referees",
        title: "Referees",
        item: "Referees {n}",
        fields: [{ at: "/value", widget: "text", label: "Value", require: true }],
      },
      { at: "/mail", widget: "text", type: "email" },
    ]);
    expect(form.data.properties).toMatchObject({
      endDate: { format: "dd-MM-yyyy" },
      salary: { type: "number", minimum: 0 },
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

  test("turns a condition into a rule", () => {
    const works = { coalesce: [{ var: "data.works" }, false] };
    expect(form.fields.find((entry) => "at" in entry && entry.at === "/salary")).toMatchObject({
      require: { or: [{ blank: { var: "data.works" } }, works] },
    });
  });

  test("reports each unsupported keyword", () => {
    expect(unmapped.map(({ at }) => at).toSorted()).toEqual([
      "/properties/endDate/format",
      "/properties/referees/items",
      "ui:/properties/code",
      "ui:/properties/company/ui:autofocus",
    ]);
  });

  test("creates definitions that pass the check, except for the author's next steps", async () => {
    expect(await checkImported(documents)).toEqual([]);
  });

  test("ends when a schema refers to itself or to another document", () => {
    const loop = {
      type: "object",
      properties: { a: { $ref: "#/properties/a" }, b: { $ref: "https://elsewhere.example/s.json" } },
    };
    expect(fromJsonSchema("loop", loop).unmapped.map(({ at }) => at)).toEqual([
      "/properties/a/$ref",
      "/properties/b/$ref",
    ]);
  });
});

describe("the meaning of a value", () => {
  const asked = {
    title: "Household",
    type: "object",
    required: ["married", "agree", "fixed"],
    properties: {
      married: { type: "boolean", title: "Married?" },
      agree: { type: "boolean", const: true, title: "I agree" },
      letters: { type: "boolean", enum: [true], title: "Send me letters" },
      resident: {
        type: "boolean",
        title: "Where do you live?",
        oneOf: [
          { const: true, title: "In India" },
          { const: false, title: "Abroad" },
        ],
      },
      smokes: { type: "boolean", title: "Do you smoke?", default: false },
      drives: { type: "boolean", title: "I drive" },
      level: { type: "integer", enum: [1, 2], default: 2 },
      rooms: { type: ["integer", "null"], title: "Rooms", default: 0 },
      either: { type: ["string", "integer"], title: "Either" },
      city: { type: "string" },
      story: { type: "string", title: "Story", maxLength: 500 },
      stay: {
        type: "object",
        title: "Stay",
        required: ["from"],
        properties: { from: { type: "string", format: "date" }, to: { type: "string", format: "date" } },
      },
      mail: { type: "string", format: "email" },
      since: { type: "string", format: "date", default: "2020-01-02" },
      fixed: { type: "integer", const: 5 },
      adult: { type: "boolean", const: true },
    },
  };
  const { documents, unmapped } = fromJsonSchema("household", asked, {
    smokes: { "ui:widget": "radio" },
    level: { "ui:enumNames": ["One", "Two"] },
    city: { "ui:options": { title: "Your city", placeholder: "For example Pune", help: "Where you sleep", rows: 3 } },
    story: { "ui:widget": "textarea", "ui:options": { rows: 6 } },
    mail: { "ui:autocomplete": "email" },
    rooms: { "ui:autocomplete": "rooms" },
    married: { "ui:options": { widget: "select", inline: true } },
    adult: { "ui:widget": "hidden" },
  });
  const form = documents[0]!.document as FormDefinition;
  const field = (at: string) => form.fields.find((entry) => "at" in entry && entry.at === at);
  const items = (id: string) => documents.find(({ path }) => path === `options/${id}.json`)?.document;

  test("is asked as yes or no for a required boolean, or one with labelled answers", () => {
    expect(field("/married")).toEqual({ at: "/married", widget: "yes-no", label: "Married?", require: true });
    expect(field("/resident")).toMatchObject({ widget: "yes-no", yes: "In India", no: "Abroad" });
    expect(field("/smokes")).toMatchObject({ widget: "yes-no", initial: false });
    expect(field("/resident")).not.toHaveProperty("require");
    expect(form.data.properties).toMatchObject({ married: { type: "boolean" }, drives: { type: "boolean" } });
    expect(field("/drives")).toMatchObject({ widget: "checkbox" });
  });

  test("is one range for an object of two dates", () => {
    expect(field("/stay")).toEqual({ at: "/stay", widget: "date-range", label: "Stay", require: true });
    expect(form.data.properties!["stay"]).toEqual({
      type: "object",
      properties: { from: { type: "string", format: "dd-MM-yyyy" }, to: { type: "string", format: "dd-MM-yyyy" } },
    });
  });

  test("keeps its lines in a text area", () => {
    expect(field("/story")).toEqual({ at: "/story", widget: "textarea", label: "Story", maxLength: 500, rows: 6 });
    expect(form.data.properties).toMatchObject({ story: { type: "string", format: "lines", maxLength: 500 } });
  });

  test("keeps a consent as a checkbox, required only where the schema requires it", () => {
    expect(field("/agree")).toEqual({ at: "/agree", widget: "checkbox", label: "I agree", require: true });
    expect(field("/letters")).toEqual({ at: "/letters", widget: "checkbox", label: "Send me letters" });
  });

  test("converts values to the form data, and hides a constant", () => {
    expect(field("/level")).toMatchObject({ widget: "select", initial: "2" });
    expect(field("/rooms")).toMatchObject({ widget: "number", initial: 0 });
    expect(field("/since")).toMatchObject({ initial: "02-01-2020" });
    expect(field("/fixed")).toMatchObject({ value: 5 });
    expect(field("/fixed")).not.toHaveProperty("require");
    expect(field("/adult")).toEqual({ at: "/adult", widget: "hidden", value: true });
  });

  test("reads uiSchema options in every allowed form", () => {
    expect(items("household-level")).toMatchObject({ items: [{ label: "One" }, { label: "Two" }] });
    expect(field("/city")).toMatchObject({
      label: "Your city",
      placeholder: "For example Pune",
      hint: "Where you sleep",
    });
    expect(field("/mail")).toMatchObject({ autoComplete: "email" });
  });

  test("reports changed types and unsupported keywords", () => {
    expect(unmapped.map(({ at }) => at).toSorted()).toEqual([
      "/properties/either/type",
      "/properties/level/type",
      "/properties/since/format",
      "/properties/stay/properties/from/format",
      "/properties/stay/properties/to/format",
      "ui:/properties/city/ui:options/rows",
      "ui:/properties/married/ui:options/inline",
      "ui:/properties/rooms/ui:autocomplete",
    ]);
  });

  test("passes the check, except for the author's next steps", async () => {
    expect(await checkImported(documents)).toEqual([]);
  });
});
