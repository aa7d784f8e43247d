import type { BrowserContext, Page, Request } from "playwright/test";
import { beginJourney, openForm, openTile, type Begun } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// Two forms of one candidate, of two organisations that ask for the same paper: a page stays with the one that it stands for.

type Opened = Pick<Begun, "orgId" | "formId" | "txnId">;
const label = "10th Marksheet";

/** The candidate's other form, begun too. */
async function beginOther({ wire, tokens }: Begun): Promise<Opened> {
  const [orgId, formId, bearer] = ["harbour", "background-check", tokens.accessToken];
  const created = await wire.call("transactions.create", { orgId, eKycFormId: formId }, { bearer });
  const { transactionId: txnId } = created.data as { transactionId: string };
  await wire.call("transactions.process", {}, { context: { orgId, formId, txnId }, bearer });
  return { orgId, formId, txnId };
}

/** The paper's page stands, and what is typed there goes to this form. */
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

/** What the browser keeps is the other form's, as whoever embeds the wallet reads it there. */
const expectKept = (context: BrowserContext, { txnId }: Opened) =>
  expect
    .poll(async () => context.pages()[0]!.evaluate(() => localStorage.getItem("txnId")))
    .toBe(JSON.stringify(txnId));

test("a tab that is loaded again while another has opened another form is still the first one's", async ({
  page,
  context,
  baseURL,
}) => {
  const begun = await beginJourney(baseURL);
  const other = await beginOther(begun);
  await openTile(page, begun, label);
  const second = await context.newPage();
  await openForm(second, other);
  await expectKept(context, other);
  await page.reload();
  await expectWritesTo(page, begun);
});

test("two steps back from another form lead to the page of the first one", async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const begun = await beginJourney(baseURL);
  const other = await beginOther(begun);
  await openTile(page, begun, label);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /^Harbour Staffing, Background check/ }).click();
  await expect(page.getByRole("heading", { name: "Background check" })).toBeVisible();
  await expectKept(context, other);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await page.goBack();
  await expectKept(context, begun);
  await expectWritesTo(page, begun);
});
