import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { FieldDefinition, KnownNames } from "#engine/import/field-definition.ts";
import { fromFields } from "#engine/import/from-fields.ts";
import { toFields } from "#engine/import/to-fields.ts";
import { judgeImported } from "./judge-imported.ts";

const known: KnownNames = { options: new Set(["boards"]), rules: new Set(["degree-in-hand"]) };

/** Each attribute that a definition can have, at least once. */
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
    requiredFn: "degreeInHand",
    alert: { componentKey: "LOA", text: "Upload your letter" },
    helperTextJSXKey: "MARKSHEET_HELP",
    sectionTitle: "Papers",
  },
  { fieldName: "photo", inputType: "live-cam-with-geolocation", label: "Photo" },
  { fieldName: "pincode", inputType: "number", label: "Pincode", maxLength: 6, nested: "currentAddress" },
];

const imported = () => fromFields("old-marksheet", definitions, known);
const form = () => imported().documents[0]!.document as FormDocument;
const findOptions = (id: string) =>
  imported()
    .documents.map(({ document }) => document)
    .find((document): document is OptionsDocument => document.kind === "options" && document.id === id);

describe("field definitions", () => {
  test("become a form, and lists for the choices that they bring", () => {
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
          { at: "/Marksheet", widget: "file", detectIssues: true, require: { rule: "degree-in-hand" } },
        ],
      },
      { at: "/photo", widget: "live-camera", geolocation: true },
      { at: "/currentAddress/pincode", widget: "text", digits: true },
    ]);
    expect(form().messages).toEqual({ "/rollNumber": { require: "Roll number must not be empty" } });
  });

  test("that say what is code are told by name and place, and nothing is dropped in silence", () => {
    expect(imported().left).toEqual([
      { at: "/1/validation/fn", why: expect.stringContaining("'isNotEmpty'") },
      { at: "/4/requiredFn", why: expect.stringContaining("'is-date-needed'") },
      { at: "/6/helperTextJSXKey", why: expect.any(String) },
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
    expect(strange.left.map(({ at }) => at)).toEqual([
      "/0/colour",
      "/0/inputType",
      "/1/optionsKey",
      "/2/allowedFileTypes/0",
    ]);
  });

  test("go back as they came", () => {
    const { definitions: back, left } = toFields(form(), findOptions);
    expect(back).toEqual(definitions);
    expect(left).toEqual([]);
  });

  test("whose group is their own fields go back as fields with the group in their names", () => {
    const address: FieldDefinition = {
      fieldName: "currentAddress",
      nested: [{ fieldName: "line1", inputType: "text", label: "Line 1", maxLength: 120 }],
    };
    const { documents } = fromFields("address-of-old", [address], known);
    expect((documents[0]!.document as FormDocument).fields).toMatchObject([{ at: "/currentAddress/line1" }]);
    expect(toFields(documents[0]!.document as FormDocument, () => undefined).definitions).toMatchObject([
      { fieldName: "currentAddress.line1" },
    ]);
  });

  test("make documents in which the check finds nothing but what an author does next", async () => {
    expect(await judgeImported(imported().documents)).toEqual([]);
  });
});

describe("a form of ours as field definitions", () => {
  test("tells every rule, computed value and check that definitions have no word for", () => {
    const degree = JSON.parse(
      readFileSync(new URL("../../../schemas/forms/bgv-degree.json", import.meta.url), "utf8"),
    ) as FormDocument;
    const { definitions: said, left } = toFields(degree, () => undefined);
    expect(said.map(({ fieldName }) => fieldName)).toContain("registrationNumber");
    const places = left.map(({ at }) => at);
    for (const place of ["/fields/0", "/fields/1/hint", "/fields/6/fields/3/when", "/checks/0"])
      expect(places).toContain(place);
  });
});
