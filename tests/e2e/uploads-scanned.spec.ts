import { expect, type Locator, type Page } from "playwright/test";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { startOnce, test as base } from "./own-server.ts";
import { startServer } from "../tools/replay/server.ts";
import { startStandInClamd, type StandInClamd } from "../server/ports/clamd.ts";
import { makePdf } from "../server/files/sample-documents.ts";
import { startForm, openTile } from "./forms-candidate.ts";

const words = {
  en: {
    waits: "Uploaded and being checked for viruses. You can go on.",
    refused: "This file is still being checked for viruses. You can go on and try again in a moment.",
    uploaded: "Uploaded",
  },
  hi: {
    waits: "फ़ाइल अपलोड हो गई है और उसकी वायरस जाँच चल रही है। आप आगे बढ़ सकते हैं।",
    virus: "वायरस जाँच में फ़ाइल संदिग्ध पाई गई है, इसलिए इसे स्वीकार नहीं किया जा सकता।",
  },
};

/** A virus scanner for this file, and a server that uses it. */
const scanning = startOnce(
  async () => {
    const clamd = await startStandInClamd();
    return { clamd, server: await startServer({ CLAMD_URL: clamd.url }) };
  },
  async ({ clamd, server }) => {
    await server.stop();
    await clamd.close();
  },
);
const test = base.extend<{ clamd: StandInClamd }>({
  clamd: async ({ playwright: _playwright }, provide) => provide((await scanning()).clamd),
  baseURL: async ({ playwright: _playwright }, provide) => provide((await scanning()).server.baseUrl),
});

const infected = async () => Buffer.concat([await makePdf(["Another paper"]), Buffer.from(`\n%${eicar}`)]);
const pick = (page: Page, buffer: Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name: "marks.pdf", mimeType: "application/pdf", buffer });
/** Accepts a quality warning if there is one. */
async function arrives(page: Page, status: Locator): Promise<void> {
  const proceed = page.getByRole("button", { name: /Proceed Anyway|फिर भी/ });
  await expect(status.or(proceed).first()).toBeVisible();
  if (await proceed.isVisible()) await proceed.click();
  await expect(status).toBeVisible();
}

/** Opens an empty marksheet form for a new candidate, optionally in another language. */
async function openTenth(page: Page, language?: string): Promise<void> {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "10th Marksheet");
  if (language) {
    await page.evaluate((to) => history.replaceState(history.state, "", `${location.pathname}?lang=${to}`), language);
    await page.reload();
  }
  await expect(page.locator("input[type=file]")).toBeAttached();
}

test("lets the candidate continue while a file waits for the scanner, refuses submission, and accepts it when clean", async ({
  page,
  clamd,
}) => {
  await openTenth(page);
  await clamd.stop();
  await pick(page, await makePdf());
  await arrives(page, page.getByText(words.en.waits));
  await expect(page.getByRole("button", { name: "View marks.pdf" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Board name" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Roll number" }).fill("1234567");
  await page.getByRole("textbox", { name: "Year of passing" }).fill("2018");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert", { name: "There is a problem" })).toContainText(words.en.refused);
  await page.reload();
  await expect(page.getByText(words.en.waits)).toBeVisible();
  await expect(page.getByText("marks.pdf")).toBeVisible();
  await clamd.restart();
  await expect(page.getByText(words.en.uploaded, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "View marks.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/\/ekyc\//);
});

test("reports an infected file at its tile and removes it from the form, in Hindi too", async ({ page, clamd }) => {
  await openTenth(page, "hi");
  await pick(page, await infected());
  await expect(page.getByText(words.hi.virus).first()).toBeVisible();
  await page.reload();

  await clamd.stop();
  await pick(page, await infected());
  await arrives(page, page.getByText(words.hi.waits));
  await clamd.restart();
  await expect(page.getByText(words.hi.virus)).toBeVisible();
  await page.reload();
  await expect(page.locator("input[type=file]")).toBeAttached();
  await expect(page.getByText("marks.pdf")).toHaveCount(0);
});
