import type { Page } from "playwright/test";
import { startForm, startJourney, journey, waitForIdleCode, openForm, signIn, type StartedForm } from "./candidate.ts";
import { findFaultsDayAndNight } from "./find-faults.ts";
import { saveTenth } from "./uploads.ts";
import { makeVerified } from "./verified.ts";
import { expect, test } from "./watched.ts";

test.describe("WCAG 2.2 AA in light and dark colours", () => {
  test("holds while signing in", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
  });

  test("holds on home, the profile, a credential and the intro", async ({ page, baseURL }) => {
    const { tokens, api } = await makeVerified(baseURL);
    const scene = { mobile: tokens.mobile, ...journey, state: "READY_TO_SUBMIT" };
    await api.sandbox("POST", "transaction", scene);
    await signIn(page, tokens);
    await page.goto("/");
    await expect(page.getByText("Do this next")).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await page.goto("/profile");
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await page.getByRole("link", { name: "Details" }).first().click();
    await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await page.goto(`/ekyc/${journey.formId}?orgId=${journey.orgId}`);
    await expect(page.getByRole("heading", { name: "What you will be asked for" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
  });

  test("holds on the form's main screen, a verification with errors and the payment page", async ({
    page,
    baseURL,
  }) => {
    const started = await startJourney(baseURL);
    await signIn(page, started.tokens);
    await openForm(page, started);
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await page.getByRole("button", { name: /^Degree/ }).click();
    await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
    await payable(started);
    await page.goto(`/payment?orgId=${started.orgId}&txId=${started.txnId}&region=IN&provider=phonepe`);
    await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
    expect(await findFaultsDayAndNight(page)).toEqual([]);
  });
});

test("moves the focus to each next question when signing up by keyboard", async ({ page, baseURL }) => {
  const started = await startForm(baseURL, journey); // its API client reads the outbox
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
  await waitForIdleCode(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  const national = `96${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  await tabTo(page, "textbox", "Mobile number");
  await page.keyboard.type(national);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Full name" })).toBeFocused();
  await page.keyboard.type("Asha Verma");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeFocused();
  const [message] = await started.api.outbox(`+91${national}`);
  await page.keyboard.type(message?.otp ?? "none");
  if (await page.getByRole("button", { name: "Verify" }).isVisible()) await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});

/** Presses Tab until the control has a visible focus. */
async function tabTo(page: Page, role: "textbox" | "button", name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 25; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${role} '${name}'`);
}

/** Brings a form to payment: submits one document and skips the rest. */
async function payable(started: StartedForm): Promise<void> {
  await saveTenth(started);
  const skipped = await started.call("transactions.skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  expect(skipped.code, JSON.stringify(skipped.body)).toBe(0);
}
