import { describe, expect, test } from "vitest";
import type { FormDefinition, FormField } from "#engine/core/definitions/form.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { fromVerification, type KnownVerificationNames } from "#engine/authoring/import/from-verification.ts";
import { toVerification } from "#engine/authoring/import/to-verification.ts";
import type { ForeignConfig } from "#engine/authoring/import/verification-config.ts";
import { checkImported } from "./check-imported.ts";

const known: KnownVerificationNames = {
  options: new Set(["institutes"]),
  rules: new Set(),
  icons: new Set(["degree", "document"]),
  categories: new Set(["Education"]),
};
const config: ForeignConfig = {
  name: "old-degree",
  metadata: { label: "Old degree", iconUrl: "degree" },
  additionalInfo: {
    name: "Old degree",
    authOptions: [
      {
        page: {
          config: [
            {
              inputs: [
                { fieldName: "name", visibility: true, readOnly: { profile: "profileDetails.name" } },
                { fieldName: "institute", visibility: true },
                { fieldName: "registrationNumber", visibility: true },
                { fieldName: "agentNote", visibility: true, hidden: { "web-wallet": true } },
                { fieldName: "source", visibility: false },
              ],
            },
          ],
        },
        showSpecificForm: [{ name: "DEGREE", label: "Degree only" }],
        candidateIdSchemaByInstitute: { "anna-university": { fieldName: "Registration number", format: "####" } },
      },
    ],
    acceptMultipleSubmissions: true,
  },
  category: { name: "Education" },
};
const definitions = [
  {
    fieldName: "institute",
    inputType: "autocomplete",
    label: "Institute name",
    optionsKey: "institutes",
    required: true,
  },
  { fieldName: "registrationNumber", inputType: "text", label: "Registration number", maxLength: 40 },
  { fieldName: "agentNote", inputType: "text", label: "Note of the agent", maxLength: 40 },
];

describe("fromVerification", () => {
  const { documents, unmapped } = fromVerification(config, known, definitions);
  const document = documents[0]!.document as VerificationDefinition;
  const form = documents[1]!.document as FormDefinition;

  test("creates a verification and its form", () => {
    expect(unmapped).toEqual([]);
    expect(documents.map(({ path }) => path)).toEqual(["verifications/old-degree.json", "forms/old-degree.json"]);
    expect(document).toMatchObject({
      id: "old-degree",
      icon: "degree",
      category: "Education",
      form: "old-degree",
      acceptMultipleSubmissions: true,
      hidden: { "web-wallet": ["agentNote"] },
      showSpecificForm: [{ name: "DEGREE", label: "Degree only" }],
      candidateIdSchemaByInstitute: { "anna-university": { fieldName: "Registration number", format: "####" } },
    });
    expect(form.fields).toMatchObject([
      { at: "/name", widget: "text", value: { var: "profile.profileDetails.name" } },
      { at: "/institute", widget: "search-dropdown", require: true },
      { at: "/registrationNumber", widget: "text" },
      { at: "/agentNote", widget: "text" },
      { at: "/source", widget: "hidden" },
    ]);
  });

  test("is the inverse of toVerification", () => {
    expect(toVerification(document, () => form)).toEqual({ config, unmapped: [] });
  });

  test("exports the pages of the form as pages", () => {
    const [name, ...rest] = form.fields as FormField[];
    const pages = [
      { page: "name", title: "Name", fields: [name!] },
      { page: "rest", title: "Rest", fields: rest },
    ];
    const made = toVerification(document, () => ({ ...form, fields: pages })).config;
    const sizes = made.additionalInfo!.authOptions![0]!.page!.config!.map(({ inputs }) => inputs?.length);
    expect(sizes).toEqual([1, rest.length]);
  });

  test("hides every input from a client flow that hides the only option", () => {
    const [option] = config.additionalInfo!.authOptions!;
    const hidden = {
      ...config,
      additionalInfo: { ...config.additionalInfo, authOptions: [{ ...option, hidden: { kiosk: true } }] },
    };
    const made = fromVerification(hidden, known, definitions).documents[0]!.document as VerificationDefinition;
    expect(made.hidden).toMatchObject({ kiosk: ["name", "institute", "registrationNumber", "agentNote", "source"] });
  });

  test("hides the listed inputs alone, and gives the list and the pages back", () => {
    const [option] = config.additionalInfo!.authOptions!;
    const [first, ...rest] = option!.page!.config![0]!.inputs!;
    const listed = {
      ...option,
      hidden: { "web-wallet": ["source"], kiosk: ["institute", "missing"] },
      page: { config: [{ inputs: [first!] }, { inputs: rest }] },
    };
    const given: ForeignConfig = { ...config, additionalInfo: { ...config.additionalInfo, authOptions: [listed] } };
    const imported = fromVerification(given, known, definitions);
    const made = imported.documents[0]!.document as VerificationDefinition;
    expect(made.hidden).toEqual({ "web-wallet": ["agentNote", "source"], kiosk: ["institute"] });
    expect(imported.unmapped.map(({ at }) => at)).toEqual(["/additionalInfo/authOptions/0/hidden/kiosk/1"]);
    const back = toVerification(made, () => imported.documents[1]!.document as FormDefinition).config;
    expect(back.additionalInfo!.authOptions![0]!.page).toEqual(listed.page);
    expect(back.additionalInfo!.authOptions![0]!.hidden).toEqual(listed.hidden);
  });

  test("reports each unsupported part with its place", () => {
    const strange = fromVerification(
      {
        ...config,
        metadata: { label: "Old degree", iconUrl: "https://cdn.example/degree.png", orgSpecificName: "GCE" },
        additionalInfo: {
          ...config.additionalInfo,
          authOptions: [{ page: { config: [{ inputs: [{ fieldName: "roll" }] }] }, colour: 1 } as object, {}],
        },
        category: { name: "Sports" },
      },
      known,
    );
    expect(strange.unmapped.map(({ at }) => at)).toEqual([
      "/additionalInfo/authOptions/0/colour",
      "/additionalInfo/authOptions/1",
      "/metadata/orgSpecificName",
      "/metadata/iconUrl",
      "/category/name",
      "/additionalInfo/authOptions/0/page/config/0/inputs/0",
    ]);
    expect(strange.documents[0]!.document).toMatchObject({
      "x-iconUrl": "https://cdn.example/degree.png",
      "x-orgSpecificName": "GCE",
    });
  });

  test("creates definitions that pass the check, except for the author's next steps", async () => {
    expect(await checkImported(documents)).toEqual([]);
  });
});
