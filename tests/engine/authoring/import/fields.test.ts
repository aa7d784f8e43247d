import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { FieldDefinition, KnownNames } from "#engine/authoring/import/field-definition.ts";
import { fromFields } from "#engine/authoring/import/from-fields.ts";
import { toFields } from "#engine/authoring/import/to-fields.ts";
import { checkImported } from "./check-imported.ts";

const known: KnownNames = { options: new Set(["boards"]), rules: new Set(["degree-certificate-available"]) };

/** Each property of a field definition, at least once. */
const definitions: FieldDefinition[] = [
  { fieldName: "board", inputType: "autocomplete", label: "Board", optionsKey: "boards", required: true },
  {
    fieldName: "rollNumber",
    inputType: "text",
    label: "Roll number",
    placeholder: "For example 4711",
    maxLength: 40,
    required: true,
    validation: { fn: "isNotEmpty", message: "Roll number must not be empty" },
    helperText: "As it stands on the marksheet",
  },
  { fieldName: "captchaText", inputType: "text", label: "Characters in the picture", required: true },
  { fieldName: "code", inputType: "block", label: "Code", maxLength: 6 },
  { fieldName: "issuedOn", inputType: "date", label: "Issued on", requiredFn: "isDateNeeded" },
  {
    fieldName: "status",
    inputType: "select",
    label: "Documents you have",
    options: [
      { name: "Degree", value: "DEGREE" },
      { name: "Letter", value: "LOA", disabled: true, disabledPostfix: "(Coming Soon)" },
    ],
    hideLabel: true,
    sectionTitle: "Papers",
  },
  {
    fieldName: "Marksheet",
    inputType: "file",
    label: "Marksheet",
    allowedFileTypes: ["application/pdf"],
    shouldRunOcrCheck: true,
    requiredFn: "degreeCertificateAvailable",
    alert: { componentKey: "LOA", text: "Upload your letter" },
    helperTextJSXKey: "MARKSHEET_HELP",
    sectionTitle: "Papers",
  },
  { fieldName: "photo", inputType: "live-cam-with-geolocation", label: "Photo" },
  { fieldName: "pincode", inputType: "number", label: "Pincode", maxLength: 6, nested: "currentAddress" },
];

const imported = () => fromFields("old-marksheet", definitions, known);
const form = () => imported().documents[0]!.document as FormDefinition;
const findOptions = (id: string) =>
  imported()
    .documents.map(({ document }) => document)
    .find((document): document is OptionsDefinition => document.kind === "options" && document.id === id);

describe("fromFields", () => {
  test("creates a form, and lists for inline choices", () => {
    expect(imported().documents.map(({ path: place }) => place)).toEqual([
      "forms/old-marksheet.json",
      "options/old-marksheet-status.json",
    ]);
    expect(form().data.properties).toMatchObject({
      code: { type: "string", pattern: "^[0-9]{6}$" },
      issuedOn: { type: "string", format: "dd-MM-yyyy" },
      Marksheet: { type: "string", format: "file" },
      currentAddress: { type: "object", properties: { pincode: { type: "string", maxLength: 6 } } },
    });
    expect(form().fields).toMatchObject([
      { at: "/board", widget: "search-dropdown", options: "boards", require: true },
      { at: "/rollNumber", widget: "text", hint: "As it stands on the marksheet" },
      { at: "/captchaText", widget: "captcha" },
      { at: "/code", widget: "block-otp", length: 6 },
      { at: "/issuedOn", widget: "date-picker" },
      {
        section: "papers-5",
        title: "Papers",
        fields: [
          { at: "/status", widget: "select", options: "old-marksheet-status", hideLabel: true },
          { note: "marksheet-alert", tone: "warning", text: "Upload your letter" },
          { at: "/Marksheet", widget: "file", detectIssues: true, require: { rule: "degree-certificate-available" } },
        ],
      },
      { at: "/photo", widget: "live-camera", geolocation: true },
      { at: "/currentAddress/pincode", widget: "text", digits: true },
    ]);
    expect(form().messages).toEqual({ "/rollNumber": { require: "Roll number must not be empty" } });
  });

  test("reports code by name and place, and drops nothing silently", () => {
    expect(imported().unmapped).toEqual([
      { at: "/1/validation/fn", reason: expect.stringContaining("'isNotEmpty'") },
      { at: "/4/requiredFn", reason: expect.stringContaining("'is-date-needed'") },
      { at: "/6/helperTextJSXKey", reason: expect.any(String) },
    ]);
    const strange = fromFields(
      "strange",
      [
        { fieldName: "a", inputType: "slider", colour: "red" } as FieldDefinition,
        { fieldName: "b", inputType: "select", optionsKey: "UNKNOWN_LIST" },
        { fieldName: "c", inputType: "file", allowedFileTypes: ["image/tiff"] },
      ],
      known,
    );
    expect(strange.unmapped.map(({ at }) => at)).toEqual([
      "/0/colour",
      "/0/inputType",
      "/1/optionsKey",
      "/2/allowedFileTypes/0",
    ]);
  });

  test("is the inverse of toFields", () => {
    const { definitions: back, unmapped } = toFields(form(), findOptions);
    expect(back).toEqual(definitions);
    expect(unmapped).toEqual([]);
  });

  test("exports a group as fields with the group in their names", () => {
    const address: FieldDefinition = {
      fieldName: "currentAddress",
      nested: [{ fieldName: "line1", inputType: "text", label: "Line 1", maxLength: 120 }],
    };
    const { documents } = fromFields("address-of-old", [address], known);
    expect((documents[0]!.document as FormDefinition).fields).toMatchObject([{ at: "/currentAddress/line1" }]);
    expect(toFields(documents[0]!.document as FormDefinition, () => undefined).definitions).toMatchObject([
      { fieldName: "currentAddress.line1" },
    ]);
  });

  test("creates definitions that pass the check, except for the author's next steps", async () => {
    expect(await checkImported(imported().documents)).toEqual([]);
  });
});

describe("toFields", () => {
  test("reports every unsupported rule, computed value and check", () => {
    const degree = JSON.parse(
      readFileSync(new URL("../../../../schemas/forms/bgv-degree.json", import.meta.url), "utf8"),
    ) as FormDefinition;
    const { definitions: said, unmapped } = toFields(degree, () => undefined);
    expect(said.map(({ fieldName }) => fieldName)).toContain("registrationNumber");
    const places = unmapped.map(({ at }) => at);
    for (const place of ["/fields/0", "/fields/1/hint", "/fields/6/fields/3/when", "/checks/0"])
      expect(places).toContain(place);
  });

  test("names a list and its place, because field definitions have none", () => {
    const history = JSON.parse(
      readFileSync(new URL("../../../../schemas/forms/employment-history.json", import.meta.url), "utf8"),
    ) as FormDefinition;
    expect(toFields(history, () => undefined).unmapped).toContainEqual({
      at: "/fields/0/fields/1",
      reason: "field definitions have no lists: let the verification take several submissions",
    });
  });
});
