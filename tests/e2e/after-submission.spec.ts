import type { Page } from "playwright/test";
import { expect, test } from "./own-server.ts";
import { makePdf } from "../server/files/papers.ts";
import { problems, upload } from "./forms-candidate.ts";

interface Transaction {
  orgId: string;
  formId: string;
  txnId: string;
}
interface Demo {
  candidates: { asha: { mobile: string } };
  transactions: Record<string, Transaction>;
}

let demo: Demo;

test.beforeAll(async ({ request }) => {
  demo = await (await request.post("/sandbox/fixture", { data: { name: "demo" } })).json();
});

test.beforeEach(async ({ page, request }) => {
  const auth = await (await request.post("/sandbox/session", { data: { mobile: demo.candidates.asha.mobile } })).json();
  await page.addInitScript((given) => {
    if (localStorage.getItem("root-v3")) return;
    localStorage.setItem("root-v3", JSON.stringify({ auth: given, version: 3 }));
    localStorage.setItem("refreshToken", JSON.stringify(given.refreshToken));
  }, auth);
});

async function open(page: Page, state: string): Promise<void> {
  const { orgId, formId, txnId } = demo.transactions[state]!;
  await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
  const enter = page.getByRole("button", { name: /^(Start|View) Verification/ });
  const steps = page.getByRole("progressbar", { name: "Steps Completed" });
  await expect(steps.or(enter).first()).toBeVisible();
  if (await steps.isHidden()) await enter.click();
  await expect(steps).toBeVisible();
}

const timeline = (page: Page) =>
  page.getByRole("region", { name: "What happens with your form" }).getByRole("listitem");
const openTile = (page: Page, label: string) =>
  page
    .getByRole("button", { name: new RegExp(`^${label}`) })
    .first()
    .click();

const told: Record<string, (string | RegExp)[]> = {
  IN_PROGRESS: [/^Received/, /^With the verifier/, /^ResultExpected by/],
  INSUFFICIENT_DATA: [
    /^Received/,
    /^Given to the verifier/,
    /^Something more is needed from you/,
    /^The verifier looks again/,
    /^Result/,
  ],
  COMPLETED: [/^Received/, /^Given to the verifier/, /^Confirmed by the verifier/],
  FAILED: [/^Received/, /^Given to the verifier/, /^Could not be verified/],
  REFUNDED: [/^Received/, /^Given to the verifier/, /^Could not be verified/, /^Refunded/],
  CLOSED: [/^Closed/],
};

for (const [state, steps] of Object.entries(told))
  test(`a form that is ${state} says what happened, with dates, and what comes`, async ({ page }) => {
    await open(page, state);
    await expect(timeline(page)).toHaveText(steps);
    await expect(timeline(page).first()).toContainText(/\d{1,2}(st|nd|rd|th) \w+ \d{4}/);
    // Said where it is good news, not beside a failure or where something is still needed.
    const isGood = ["IN_PROGRESS", "COMPLETED"].includes(state);
    await expect(page.getByText("All verifications are done")).toHaveCount(isGood ? 1 : 0);
  });

for (const state of ["PENDING", "READY_TO_SUBMIT", "NOT_INITIALIZED"])
  test(`a form that is ${state} has no such story yet`, async ({ page }) => {
    const { orgId, formId, txnId } = demo.transactions[state]!;
    await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
    await expect(page.getByRole("button", { name: /^(Start|View) Verification/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "What happens with your form" })).toHaveCount(0);
  });

test("what failed reads like a record: why, what was given by its names, the papers, and nothing to type into", async ({
  page,
}) => {
  await open(page, "FAILED");
  await expect(
    page.getByRole("button", { name: /^Degree Failed The university does not know this degree/ }),
  ).toBeVisible();
  await openTile(page, "Degree");
  await expect(page).toHaveURL(/\/verification-info/);
  await expect(page.getByText("The university does not know this degree")).toBeVisible();
  const value = (label: string) =>
    page
      .locator("dl > div")
      .filter({ has: page.locator("dt", { hasText: label }) })
      .locator("dd");
  await expect(value("Institute name")).toHaveText("University of Mumbai");
  await expect(value("Degree level")).toHaveText("Bachelor");
  await expect(value("Degree certificate").getByRole("link", { name: "View paper.pdf" })).toBeVisible();
  await expect(page.getByRole("region", { name: "What happened" }).getByRole("listitem")).toHaveText([
    /^Received/,
    /^Given to the verifier/,
    /^Could not be verified/,
  ]);
  await expect(page.locator("main input, main select, main textarea")).toHaveCount(0);
});

test("what is with the verifier, was verified or was left out opens its record too", async ({ page }) => {
  await open(page, "IN_PROGRESS");
  await openTile(page, "Employment");
  await expect(page).toHaveURL(/\/verification-info/);
  await expect(page.getByRole("definition").filter({ hasText: "1st July 2019" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^Yes$/ })).toBeVisible();
  await page.getByRole("button", { name: "Back to the form" }).click();
  await openTile(page, "12th Marksheet");
  await expect(page.getByText("You left this out. It was not sent, and nobody checks it.")).toBeVisible();
  await open(page, "COMPLETED");
  await openTile(page, "Address");
  await expect(page.getByText(/Verified on \d.* by /)).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Karnataka" })).toBeVisible();
  await expect(page.locator("main input, main select, main textarea")).toHaveCount(0);
});

test("a repair shows the old paper beside the new, refuses the same again, and takes another", async ({ page }) => {
  await open(page, "INSUFFICIENT_DATA");
  await openTile(page, "Degree");
  await expect(page.getByText("The marksheet cannot be read")).toBeVisible();
  const before = page.getByText("You gave before").locator("..");
  await expect(before.getByRole("link", { name: "View paper.pdf" })).toBeVisible();
  await expect(page.getByText("Uploaded", { exact: true })).toHaveCount(0);
  const old = await before.getByRole("link").getAttribute("href");
  const bytes = await page.evaluate(async (url) => {
    const { auth } = JSON.parse(localStorage.getItem("root-v3") ?? "{}");
    const answer = await fetch(url, { headers: { authorization: `Bearer ${auth.accessToken}` } });
    return [...new Uint8Array(await answer.arrayBuffer())];
  }, old!);
  await upload(page, "Marksheet", { name: "again.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page)).toHaveText(["Please replace this"]);

  await page.getByRole("button", { name: "Remove again.pdf" }).click();
  await upload(page, "Marksheet", { name: "better.pdf", mimeType: "application/pdf", buffer: await makePdf() });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you. We go on with your verification.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Degree (Submitted|In Progress)/ })).toBeVisible();
});
