import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { appRoot } from "#server/root.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { beginForm, openForm, signIn } from "./candidate.ts";
import { expect, test as watched } from "./watched.ts";

// The guard of the product's one promise: an organisation, its request, a verification, a form and a screen that no code
// has ever heard of, written only as documents in another SCHEMAS_DIR, appear, are filled, judged, and kept.

const documents: Readonly<Record<string, { kind: string; [key: string]: unknown }>> = {
  "organisations/kestrel/organisation.json": {
    kind: "organisation",
    id: "kestrel",
    name: "Kestrel Library",
    displayName: "Kestrel Library",
    colours: { brand: "#7a1f5c" },
    logo: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%237a1f5c'/%3E%3C/svg%3E",
  },
  "organisations/kestrel/reading-card.json": {
    kind: "request",
    id: "reading-card",
    name: "Reading card",
    expiry: -1,
    payment: "none",
    public: true,
    manualProfileRequired: true,
    verifications: [{ verification: "shelf-membership", skipAllowed: false }],
  },
  "verifications/shelf-membership.json": {
    kind: "verification",
    id: "shelf-membership",
    label: "Shelf membership",
    icon: "certificate",
    category: "Education",
    form: "shelf-membership",
    titleFrom: "/branch",
  },
  "options/shelf-branches.json": {
    kind: "options",
    id: "shelf-branches",
    items: [
      { value: "harbourside", label: "Harbourside" },
      { value: "old-town", label: "Old Town" },
    ],
  },
  "forms/shelf-membership.json": {
    kind: "form",
    id: "shelf-membership",
    data: {
      type: "object",
      properties: {
        cardNumber: { type: "string", pattern: "^K-[0-9]{4}$", maxLength: 6 },
        branch: { type: "string" },
        loud: { type: "boolean" },
        reason: { type: "string", maxLength: 60 },
      },
    },
    fields: [
      { at: "/cardNumber", widget: "text", label: "Card number", require: true },
      { at: "/branch", widget: "select", label: "Branch", options: "shelf-branches", require: true },
      { at: "/loud", widget: "checkbox", label: "I read aloud" },
      { at: "/reason", widget: "text", label: "Why aloud", when: { var: "data.loud" }, require: true },
    ],
    messages: { "/cardNumber": { pattern: "A card number looks like K-1234" } },
  },
  "screens/shelf-rules.json": {
    kind: "screen",
    id: "shelf-rules",
    route: "/shelf-rules",
    access: "public",
    title: "Shelf rules",
    back: "none",
    body: [
      { id: "heading", block: "text", style: "title", text: "Shelf rules" },
      {
        id: "rule",
        block: "text",
        text: { text: "{name} asks for silence.", with: { name: { var: "organisation.displayName" } } },
      },
    ],
  },
};

// Every language the product speaks has words for what the documents say.
const hindi = {
  "Card number": "कार्ड संख्या",
  Branch: "शाखा",
  "I read aloud": "मैं बोलकर पढ़ता हूँ",
  "Why aloud": "बोलकर क्यों",
  "A card number looks like K-1234": "कार्ड संख्या K-1234 जैसी होती है",
  Harbourside: "हार्बरसाइड",
  "Old Town": "पुराना शहर",
  "Reading card": "वाचन कार्ड",
  "Shelf membership": "शेल्फ़ सदस्यता",
  "Shelf rules": "शेल्फ़ के नियम",
  "{name} asks for silence.": "{name} में शांति रखें।",
};

const begun = { orgId: "kestrel", formId: "reading-card" };
/** The tests of this file look at a server of their own. */
const test = watched.extend<object, { server: RunningServer }>({
  server: [
    async ({ playwright: _playwright }, provide) => {
      const folder = mkdtempSync(path.join(tmpdir(), "sanad-documents-"));
      cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
      for (const [file, document] of Object.entries(documents)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        const $schema = `${"../".repeat(file.split("/").length - 1)}meta/${document.kind}.schema.json`;
        writeFileSync(
          path.join(folder, file),
          JSON.stringify({ $schema, description: "Written by a test.", ...document }),
        );
      }
      const locale = path.join(folder, "locales/hi.json");
      const said = JSON.parse(readFileSync(locale, "utf8")) as DocumentOf<"locale">;
      writeFileSync(locale, JSON.stringify({ ...said, texts: { ...said.texts, ...hindi } }));
      const server = await startServer({ SCHEMAS_DIR: folder });
      await provide(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test("a screen, an organisation and its request appear", async ({ page }) => {
  await page.goto("/shelf-rules?orgId=kestrel");
  await expect(page.getByRole("heading", { name: "Shelf rules" })).toBeVisible();
  await expect(page.getByText("Kestrel Library asks for silence.")).toBeVisible();
  await expect(page).toHaveTitle(/^Shelf rules \|/);
  await page.goto("/ekyc/reading-card?orgId=kestrel");
  await expect(page.getByText("Reading card")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeEnabled();
});

test("a form is filled, its mistakes are told, and it is kept", async ({ page, baseURL }) => {
  const candidate = await beginForm(baseURL, begun);
  await signIn(page, candidate.tokens);
  await openForm(page, candidate);
  await page
    .getByRole("dialog", { name: "Start your verification" })
    .getByRole("button", { name: "Start", exact: true })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const heading = page.getByRole("heading", { name: "Shelf membership" });
  if (!(await heading.isVisible()))
    await page
      .getByRole("button", { name: /^Shelf membership/ })
      .first()
      .click();
  await expect(heading).toBeVisible();

  await expect(page.getByRole("textbox", { name: "Why aloud" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "I read aloud" }).check();
  await page.getByRole("textbox", { name: "Card number" }).fill("4711");
  await page.getByRole("button", { name: "Submit" }).click();
  const problems = page.getByRole("alert");
  for (const message of ["A card number looks like K-1234", "Select Branch", "Why aloud is required"])
    await expect(problems.getByRole("link", { name: message })).toBeVisible();

  await page.getByRole("textbox", { name: "Card number" }).fill("K-4711");
  await page.getByRole("combobox", { name: "Branch" }).selectOption({ label: "Old Town" });
  await page.getByRole("textbox", { name: "Why aloud" }).fill("For the children");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Reading card" })).toBeVisible();
  const info = await candidate.call("verifications.info", { type: "shelf-membership" });
  expect(info.data).toMatchObject({
    responseList: [{ data: { cardNumber: "K-4711", branch: "old-town", loud: true, reason: "For the children" } }],
  });
});

test("the server refuses what the document refuses, with the field and its words", async ({ baseURL }) => {
  const candidate = await beginForm(baseURL, begun);
  expect((await candidate.call("transactions.process")).code).toBe(0);
  const good = { cardNumber: "K-4711", branch: "old-town" };
  const refused: readonly [object, Record<string, unknown>][] = [
    [
      { ...good, cardNumber: "4711" },
      { pointer: "/list/0/data/cardNumber", keyword: "pattern", message: "A card number looks like K-1234" },
    ],
    [{ branch: "old-town" }, { pointer: "/list/0/data/cardNumber", message: "Card number is required" }],
    [
      { ...good, branch: "moon" },
      { pointer: "/list/0/data/branch", message: "Select Branch" },
    ],
    [
      { ...good, loud: true },
      { pointer: "/list/0/data/reason", message: "Why aloud is required" },
    ],
    [{ ...good, loud: "yes" }, { pointer: "/list/0/data/loud" }],
    [{ ...good, shelf: 3 }, { pointer: "/list/0/data/shelf" }],
  ];
  for (const [data, field] of refused) {
    const answer = await candidate.call("verifications.save", { verificationName: "shelf-membership", data });
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 422,
      body: { code: 106, fields: expect.arrayContaining([expect.objectContaining(field)]) },
    });
  }
  const hidden = await candidate.call("verifications.save", {
    verificationName: "shelf-membership",
    data: { ...good, reason: "not asked" },
  });
  const kept = await candidate.call("verifications.info", { type: "shelf-membership" });
  expect([hidden.code, JSON.stringify(kept.data).includes("not asked")]).toEqual([0, false]);
});
