import type { BrowserContext, Page, Request } from "playwright/test";
import { startJourney, openForm, openTile, type StartedForm } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// Two forms of one candidate at two organisations that request the same document: each page stays with its own form.

type Opened = Pick<StartedForm, "orgId" | "formId" | "txnId">;
const label = "10th Marksheet";

/** Starts the candidate's other form. */
async function beginOther({ api, tokens }: StartedForm): Promise<Opened> {
  const [orgId, formId, bearer] = ["harbour", "background-check", tokens.accessToken];
  const created = await api.call("transactions.create", { orgId, eKycFormId: formId }, { bearer });
  const { transactionId: txnId } = created.data as { transactionId: string };
  await api.call("transactions.process", {}, { context: { orgId, formId, txnId }, bearer });
  return { orgId, formId, txnId };
}

/** Expects the document's page, whose draft goes to this form. */
async function expectWritesTo(page: Page, { orgId, txnId }: Opened): Promise<void> {
  await expect(page.getByRole("heading", { name: label, exact: true })).toBeVisible();
  const isDraft = (request: Request) => request.method() === "PUT" && request.url().includes("/bgv-tenth/draft?");
  const [written] = await Promise.all([
    page.waitForRequest(isDraft),
    page.getByRole("textbox", { name: "Roll number" }).fill("A1234"),
  ]);
  const said = new URL(written.url()).searchParams;
  expect([said.get("orgId"), said.get("txnId")]).toEqual([orgId, txnId]);
}

/** Expects the other form's ids in storage, where an embedding site reads them. */
const expectKept = (context: BrowserContext, { txnId }: Opened) =>
  expect
    .poll(async () => context.pages()[0]!.evaluate(() => localStorage.getItem("txnId")))
    .toBe(JSON.stringify(txnId));

test("keeps a tab on its form over a reload while another tab opens another form", async ({
  page,
  context,
  baseURL,
}) => {
  const started = await startJourney(baseURL);
  const other = await beginOther(started);
  await openTile(page, started, label);
  const second = await context.newPage();
  await openForm(second, other);
  await expectKept(context, other);
  await page.reload();
  await expectWritesTo(page, started);
});

test("goes two steps back from another form to the page of the first one", async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const started = await startJourney(baseURL);
  const other = await beginOther(started);
  await openTile(page, started, label);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /^Harbour Staffing, Background check/ }).click();
  await expect(page.getByRole("heading", { name: "Background check" })).toBeVisible();
  await expectKept(context, other);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await page.goBack();
  await expectKept(context, started);
  await expectWritesTo(page, started);
});
