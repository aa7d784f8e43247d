import type { Page } from "playwright/test";
import { startForm, signIn, type StartedForm, type Tokens } from "./candidate.ts";
import { findFaultsDayAndNight } from "./find-faults.ts";
import { endAtCall, expectExpired, signInByCode } from "./session-candidate.ts";
import { makeMarksheet, uploadDocument } from "./uploads.ts";
import { expect, test } from "./watched.ts";

const job = { company: "Indian Railways", designation: "Fitter", startDate: "01-01-2020", stillWorking: true };

/** Starts the form of the employments with a draft of its first page. */
async function startHistory(baseURL: string, { hasDocument }: { hasDocument: boolean }): Promise<StartedForm> {
  const started = await startForm(baseURL, { orgId: "harbour", formId: "senior-check" });
  await started.call("transactions.process");
  const documentUrl = hasDocument ? await uploadDocument(started, "employment-history", "documentUrl") : undefined;
  const data = { jobs: [{ ...job, ...(documentUrl && { documentUrl }) }] };
  await started.call("drafts.put", { type: "employment-history", version: 0, data });
  return started;
}

async function openHistory(page: Page, { tokens, txnId }: StartedForm): Promise<void> {
  await signIn(page, tokens);
  await page.goto(`/ekyc/senior-check/${txnId}?orgId=harbour`);
  await page.getByRole("button", { name: /Verification$/ }).click();
  await page.getByRole("button", { name: /^Employment history/ }).click();
}

const heading = (page: Page, n: number, title: string) =>
  page.getByRole("heading", { name: `Step ${n} of 4: ${title}`, exact: true });
const first = "Your jobs";
const second = "Where you work now";
const third = "Someone who knows your work";

test("leads through the pages by keyboard, keeps a running upload, and goes back with the browser", async ({
  page,
  baseURL,
}) => {
  await openHistory(page, await startHistory(baseURL, { hasDocument: false }));
  await expect(heading(page, 1, first)).toBeVisible();
  await expect(page).toHaveURL(/\/verification\?page=jobs$/);
  const goOn = page.getByRole("button", { name: "Continue" });

  // Only the errors of this page are listed.
  await goOn.press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveText([/Document/]);
  expect(await findFaultsDayAndNight(page)).toEqual([]);

  // An upload that is still running keeps the page.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/utility/api/1.0/uploads**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Document", { exact: true }).setInputFiles(await makeMarksheet());
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  await goOn.press("Enter");
  await expect(summary.getByRole("listitem")).toHaveText(["Employment 1: Please wait until the upload is finished"]);
  release();
  await expect(page.getByRole("status").filter({ hasText: "Uploaded" })).toBeVisible();

  await goOn.press("Enter");
  await expect(heading(page, 2, second)).toBeFocused();
  await expect(summary).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();

  await page.goBack();
  await expect(heading(page, 1, first)).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Designation" })).toHaveValue("Fitter");
  await page.goForward();
  await expect(heading(page, 2, second)).toBeFocused();
  await goOn.press("Enter");
  await goOn.press("Enter");
  await expect(heading(page, 4, "Check your answers")).toBeFocused();
  expect(await findFaultsDayAndNight(page)).toEqual([]);
  await page.getByRole("link", { name: `Change ${second}` }).press("Enter");
  await expect(heading(page, 2, second)).toBeFocused();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await goOn.press("Enter");
  await expect(heading(page, 4, "Check your answers")).toBeFocused();
  await page.getByRole("button", { name: "Submit" }).press("Enter");
  await expect(page.getByRole("button", { name: /^Marks by semester/ })).toBeVisible();
});

test("continues at the same page on another device and after the session ended", async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const started = await startHistory(baseURL, { hasDocument: true });
  await openHistory(page, started);
  const goOn = page.getByRole("button", { name: "Continue" });
  await goOn.click();
  await page.getByRole("radio", { name: "Yes" }).check();
  await goOn.click();
  await expect(heading(page, 3, third)).toBeFocused();
  await expect(page.getByText("Draft saved")).toBeVisible();

  const other = await browser.newContext({ baseURL });
  await watch.add(other);
  const device = await other.newPage();
  // The other device has its own session: a refresh token that two devices use ends the session.
  const tokens = await started.api.sandbox<Tokens>("POST", "session", { mobile: started.tokens.mobile });
  await openHistory(device, { ...started, tokens });
  await expect(heading(device, 3, third)).toBeVisible();
  await other.close();

  await page.getByRole("textbox", { name: "How they know your work" }).fill("My manager");
  await endAtCall(page, started, (request) => request.method() === "PUT" && request.url().includes("/draft"));
  await page.getByRole("textbox", { name: "Email of the person" }).fill("r");
  await expectExpired(page);
  await page.unrouteAll();
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(heading(page, 3, third)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "How they know your work" })).toHaveValue("My manager");
});
