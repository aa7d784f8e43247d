import type { Browser, Page } from "playwright/test";
import type { ApiClient } from "../tools/replay/api-client.ts";
import { signIn } from "./candidate.ts";
import { makeVerified } from "./verified.ts";
import { expect, test } from "./watched.ts";

/** Folder for screenshots of the walkthrough, if set. */
const pictures = process.env["PICTURES"];
async function draw(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

// Screenshots take time.
if (pictures) test.setTimeout(400_000);

/** Opens the page of a degree credential as its holder. */
async function openDegree(page: Page, baseURL: string): Promise<{ api: ApiClient; txnId: string }> {
  const { api, tokens, txnId } = await makeVerified(baseURL);
  await signIn(page, tokens);
  const { data } = await api.call("credentials.list", { count: "100" }, { bearer: tokens.accessToken });
  const { list } = data as { list: { id: string; credentialType: string }[] };
  const { id } = list.find(({ credentialType }) => credentialType === "Degree")!;
  await page.goto("/profile");
  await draw(page, "profile");
  await page.goto(`/credential/${id}`);
  return { api, txnId };
}

/** Creates a share link with all facts except the excluded ones. */
async function makeLink(
  page: Page,
  { without = [] as string[], audience = "", viewLimit = "Unlimited" },
): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  for (const label of without) await page.getByRole("checkbox", { name: label, exact: true }).uncheck();
  if (audience) await page.getByLabel("Who is it for?").fill(audience);
  await page.getByLabel("Valid for").selectOption({ label: "A week" });
  await page.getByLabel("Number of views").selectOption({ label: viewLimit });
  await draw(page, "share-credential");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const address = (await page.locator("bdi", { hasText: "/shared/" }).textContent())!;
  return new URL(address).pathname + new URL(address).search;
}

/** Opens an address as a viewer without an account, in another browser. */
async function visit(browser: Browser, address: string, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    timezoneId: "America/Argentina/Buenos_Aires",
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("shares a credential with a viewer who verifies it; the holder sees the view and revokes the link", async ({
  page,
  browser,
  baseURL,
}) => {
  await openDegree(page, baseURL!);
  const address = await makeLink(page, { without: ["Year of passing"], audience: "Harbour Staffing" });
  await expect(page.getByRole("heading", { name: "Degree, for Harbour Staffing" })).toBeVisible();
  await expect(page.getByText("Not viewed yet")).toBeVisible();
  await draw(page, "credential-link-new");

  const visitor = await visit(browser, address, baseURL!);
  await expect(visitor.getByRole("heading", { name: "Shared with Harbour Staffing" })).toBeVisible();
  const card = visitor.getByRole("article", { name: "Degree" });
  for (const words of ["B.Sc. Chemistry", "University of Delhi", "Asha Verma", "Verified"])
    await expect(card).toContainText(words);
  await expect(card).not.toContainText("Year of passing");
  const proof = visitor.getByRole("region", { name: "Checked in your browser" });
  await expect(proof.getByRole("status")).toHaveText("All checks passed");
  await expect(proof.getByRole("listitem")).toHaveText([
    "Signed by the issuer",
    "What you see is what was signed",
    "The owner of this credential shared it with you",
    "The issuer has not withdrawn it",
  ]);
  await draw(visitor, "shown");

  await page.reload();
  await expect(page.getByText("Time zone of Buenos Aires")).toBeVisible();
  await expect(page.getByText("Once", { exact: true })).toBeVisible();
  await draw(page, "credential-link-looked");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as PDF" }).click();
  const paper = await download;
  expect(paper.suggestedFilename()).toMatch(/^degree-.*\.pdf$/);
  if (pictures) await paper.saveAs(`${pictures}/paper.pdf`);
  await page.getByRole("button", { name: "Turn off link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off link" }).click();
  await expect(page.getByText("The link is turned off")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toHaveCount(0);
  await draw(page, "credential-link-taken-back");

  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "This link was turned off" })).toBeVisible();
  await expect(visitor.getByText("Asha")).toHaveCount(0);
  await draw(visitor, "shown-taken-back");
  await page.getByRole("link", { name: "Back to the credential" }).click();
  await expect(page.getByRole("heading", { name: "Links to it" })).toBeVisible();
  await draw(page, "credential");
});

test("shows a withdrawn credential as such, and the viewer's own browser detects it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { api, txnId } = await openDegree(page, baseURL!);
  const address = await makeLink(page, { viewLimit: "One" });
  await api.sandbox("POST", "verifier", { txnId, outcome: "withdraw", reason: "Taken back by the university" });
  const visitor = await visit(browser, address, baseURL!);
  await expect(visitor.getByText("This was withdrawn")).toBeVisible();
  const proof = visitor.getByRole("region", { name: "Checked in your browser" });
  await expect(proof.getByRole("status")).toHaveText("Do not rely on this");
  await expect(proof).toContainText("The issuer has withdrawn it");
  await draw(visitor, "presentation-withdrawn");
  const second = await visit(browser, address, baseURL!);
  await second.goto(address.replace(/shared\/[^?]*/, "shared/never-was-there"));
  await expect(second.getByRole("heading", { name: "There is nothing at this link" })).toBeVisible();
});

test("detects a shared credential that was changed after signing", async ({ page, browser, baseURL }) => {
  await openDegree(page, baseURL!);
  const address = await makeLink(page, {});
  const context = await browser.newContext({ baseURL: baseURL! });
  const visitor = await context.newPage();
  await visitor.route("**/credentials/shared/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll("B.Sc.", "Ph.D.") });
  });
  await visitor.goto(address);
  await expect(visitor.getByRole("article", { name: "Degree" })).toContainText("Ph.D.");
  const proof = visitor.getByRole("region", { name: "Checked in your browser" });
  await expect(proof.getByRole("status")).toHaveText("Do not rely on this");
  await expect(visitor.getByText("What you see is not what was signed")).toBeVisible();
});
