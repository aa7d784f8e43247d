import { describe, expect, test } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { fromVerification, type KnownLooks } from "#engine/import/from-verification.ts";
import { toVerification } from "#engine/import/to-verification.ts";
import type { SaidConfig } from "#engine/import/verification-config.ts";
import { judgeImported } from "./judge-imported.ts";

const known: KnownLooks = {
  options: new Set(["institutes"]),
  rules: new Set(),
  icons: new Set(["degree", "document"]),
  categories: new Set(["Education"]),
};
const config: SaidConfig = {
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

describe("a verification config", () => {
  const { documents, left } = fromVerification(config, known, definitions);
  const document = documents[0]!.document as VerificationDocument;
  const form = documents[1]!.document as FormDocument;

  test("becomes a verification and its form", () => {
    expect(left).toEqual([]);
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

  test("goes back as it came", () => {
    expect(toVerification(document, () => form)).toEqual({ config, left: [] });
  });

  test("that hides its only way from a client hides every input there", () => {
    const [option] = config.additionalInfo!.authOptions!;
    const hidden = {
      ...config,
      additionalInfo: { ...config.additionalInfo, authOptions: [{ ...option, hidden: { kiosk: true } }] },
    };
    const made = fromVerification(hidden, known, definitions).documents[0]!.document as VerificationDocument;
    expect(made.hidden).toMatchObject({ kiosk: ["name", "institute", "registrationNumber", "agentNote", "source"] });
  });

  test("of which something has no place here is told, each by its place", () => {
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
    expect(strange.left.map(({ at }) => at)).toEqual([
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

  test("makes documents in which the check finds nothing but what an author does next", async () => {
    expect(await judgeImported(documents)).toEqual([]);
  });
});
