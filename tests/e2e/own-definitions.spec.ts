import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";
import { startServer } from "../tools/replay/server.ts";
import { startForm, openForm, signIn } from "./candidate.ts";
import { startOnce } from "./own-server.ts";
import { expect, test as watched } from "./watched.ts";

// The product's main promise: definitions unknown to the code, one of every kind (own-definitions/), appear, accept
// input, are validated and stored when they are in SCHEMAS_DIR.

// Each language of the product needs translations of the new texts.
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
  "Find my seat": "मेरी जगह बताएँ",
  "Sit in the hall.": "हॉल में बैठें।",
  "Sit in the attic.": "अटारी में बैठें।",
  "Sit in the reading room.": "वाचनालय में बैठें।",
  "History of the shelves": "शेल्फ़ों का इतिहास",
  "Last changed in spring": "वसंत में बदला गया",
  "The first shelf": "पहली शेल्फ़",
  "It was a fishing boat, cut in two.": "वह दो हिस्सों में कटी मछली पकड़ने की नाव थी।",
};

const started = { orgId: "kestrel", formId: "reading-card" };
/** The product's definitions plus these, and a server for them. */
const library = startOnce(
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "sanad-documents-"));
    for (const from of ["schemas", "tests/e2e/own-definitions"])
      cpSync(path.join(appRoot, from), folder, { recursive: true });
    const locale = path.join(folder, "locales/hi.json");
    const said = JSON.parse(readFileSync(locale, "utf8")) as DefinitionOf<"locale">;
    writeFileSync(locale, JSON.stringify({ ...said, texts: { ...said.texts, ...hindi } }));
    return { folder, server: await startServer({ SCHEMAS_DIR: folder }) };
  },
  async ({ folder, server }) => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
);
const test = watched.extend<{ folder: string }>({
  folder: async ({ playwright: _playwright }, provide) => provide((await library()).folder),
  baseURL: async ({ playwright: _playwright }, provide) => provide((await library()).server.baseUrl),
});

/** Opens the screen with the rules. */
const openRules = async (page: Page) => {
  await page.goto("/shelf-rules?orgId=kestrel");
  await page.getByRole("heading", { level: 1 }).waitFor();
};

test("pass the check", async ({ folder }) => {
  const { issues } = await checkSchemas(folder);
  expect(issues).toEqual([]);
});

test("show a screen, an article, an organisation and its request", async ({ page }) => {
  await openRules(page);
  await expect(page.getByRole("heading", { name: "Shelf rules" })).toBeVisible();
  await expect(page.getByText("Kestrel Library asks for silence.")).toBeVisible();
  await expect(page).toHaveTitle(/^Shelf rules \|/);
  await expect(page.getByRole("heading", { name: "The first shelf" })).toBeVisible();
  await expect(page.getByText("It was a fishing boat, cut in two.")).toBeVisible();
  await page.goto("/ekyc/reading-card?orgId=kestrel");
  await expect(page.getByText("Reading card")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeEnabled();
});

test("run a flow on a press: the first row whose condition holds, else the default", async ({ page }) => {
  await openRules(page);
  const aloud = page.getByRole("checkbox", { name: "I read aloud" });
  const branch = page.getByRole("combobox", { name: "Branch" });
  const expectSeat = async (words: string) => {
    await page.getByRole("button", { name: "Find my seat" }).click();
    await expect(page.getByText(/^Sit in/)).toHaveText(words);
  };
  await page.getByRole("textbox", { name: "Card number" }).fill("K-4711");
  await expect(page.getByText(/^Sit in/)).toHaveCount(0);

  await branch.selectOption({ label: "Harbourside" });
  await expectSeat("Sit in the reading room.");
  await branch.selectOption({ label: "Old Town" });
  await expectSeat("Sit in the attic.");
  // Both conditions hold now.
  await aloud.check();
  await page.getByRole("textbox", { name: "Why aloud" }).fill("For the children");
  await expectSeat("Sit in the hall.");
});

test("show the screen, its form, the flow's message and the article in a chosen language", async ({ page }) => {
  await openRules(page);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "தமிழ்" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ta");
  await expect(page.getByRole("heading", { name: "நூலக விதிகள்" })).toBeVisible();
  await expect(page.getByText("Kestrel Library அமைதியை வேண்டுகிறது.")).toBeVisible();
  await expect(page.getByText("அது இரண்டாக வெட்டப்பட்ட ஒரு மீன்பிடிப் படகு.")).toBeVisible();

  const submit = page.getByRole("button", { name: "என் இருக்கையைக் காட்டு" });
  const card = page.getByRole("textbox", { name: "அட்டை எண்" });
  await card.fill("4711");
  await submit.click();
  const problems = page.getByRole("alert");
  for (const message of ["அட்டை எண் K-1234 போல இருக்கும்", "கிளை தேர்ந்தெடுக்கவும்"])
    await expect(problems.getByRole("link", { name: message })).toBeVisible();
  await card.fill("K-4711");
  await page.getByRole("combobox", { name: "கிளை" }).selectOption({ label: "பழைய நகரம்" });
  await submit.click();
  await expect(page.getByText("மாடியில் அமருங்கள்.")).toBeVisible();

  // Texts without a translation are English, and the choice of language stays.
  await page.goto("/terms?orgId=kestrel");
  await expect(page.getByRole("heading", { name: "Terms and Conditions" })).toBeVisible();
  await openRules(page);
  await expect(page.getByRole("heading", { name: "நூலக விதிகள்" })).toBeVisible();
  await page.goto("/shelf-rules?orgId=gce");
  await expect(page.getByRole("heading", { name: "Shelf rules" })).toBeVisible();
});

test("show a form's errors and store its answers", async ({ page, baseURL }) => {
  const candidate = await startForm(baseURL, started);
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

test("make the server reject what the definition rejects, with the field and its message", async ({ baseURL }) => {
  const candidate = await startForm(baseURL, started);
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
