import type { Page } from "playwright/test";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { startJourney, openForm, openTile, waitForIdleCode, signIn, type Tokens } from "./candidate.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// Focus on the pages after submission, for candidates with a keyboard or a screen reader only.

let demo: FixtureAnswer;
test.beforeAll(async ({ request }) => {
  demo = await (await request.post("/sandbox/fixture", { data: { name: "demo" } })).json();
});

test.beforeEach(async ({ page, baseURL }) => {
  const { mobile } = demo.candidates["asha"] as { mobile: string };
  await signIn(page, await new ApiClient(baseURL).sandbox<Tokens>("POST", "session", { mobile }));
});

/** Returns whether the centre of the focused element is visible, or that nothing has the focus. */
const seesFocus = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement;
    if (!own || own === document.body) return "nowhere";
    const { left, top, width, height } = own.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return own.contains(there) || there?.contains(own) ? "seen" : `covered: ${own.textContent}`;
  });

test("keeps the focused field clear of the buttons at the end of a form, on a phone and a desktop", async ({
  page,
}) => {
  await openForm(page, demo.transactions["IN_PROGRESS"]!);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole("button", { name: /^10th Marksheet/ }).focus();
    for (const name of [/^Degree/, /^12th Marksheet/, /^Employment/, /^Address/, "Request name change"]) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name })).toBeFocused();
      expect(await seesFocus(page)).toBe("seen");
    }
  }
});

test("starts a page at its heading, also when an organisation changes the brand", async ({ page }) => {
  await page.goto("/transaction-history?orgId=harbour");
  await page.getByRole("link", { name: /Failed/ }).press("Enter");
  await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Payment Details", level: 1 })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeFocused();
});

test("moves the focus on from a button that disappears, and to the first new row from 'Show more'", async ({
  page,
}) => {
  await page.goto("/profile");
  await waitForIdleCode(page);
  const card = page.getByRole("article", { name: "Degree" });
  await card.getByRole("button", { name: "Add to wallet" }).press("Enter");
  await expect(card).toContainText("In your wallet");
  await expect(card.getByRole("button", { name: "Check" })).toBeFocused();
  await page.goto("/notifications");
  await waitForIdleCode(page);
  // Reading continues at the first new row.
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(20);
  // Reaching the button also loads rows automatically. Holding that call lets the press find these rows.
  const letGo = await holdCalls(page, "**/notification/api/1.0/notification?*");
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  letGo();
  await expect(rows.nth(20).getByRole("link")).toBeFocused();
  await page.getByRole("button", { name: "Mark all as read" }).press("Enter");
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
  await expect(rows.first().getByRole("link")).toBeFocused();
});

test("moves the focus to each next question when verifying identity by keyboard", async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL })).newPage();
  const mobile = randomMobile("+9194########");
  await signIn(page, await new ApiClient(baseURL).sandbox<Tokens>("POST", "session", { mobile, name: "Asha Verma" }));
  await page.goto("/profile-mode");
  await waitForIdleCode(page);
  await page.getByRole("radio", { name: "Aadhaar" }).press("Space");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Aadhaar number" })).toBeFocused();
  await page.keyboard.type("999941057058");
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  await page.getByRole("button", { name: "Send OTP" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeFocused();
  await page.context().close();
});

test("skips to the open form and keeps its text; an address without its tile leads back", async ({ page, baseURL }) => {
  await openTile(page, await startJourney(baseURL), "Degree");
  const typed = page.getByRole("textbox", { name: "Registration number" });
  await typed.fill("A-1");
  const address = page.url();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(typed).toHaveValue("A-1");
  expect(page.url()).toBe(address);
  // Like a fragment typed behind the address: the navigation state is lost.
  await page.evaluate(() => void (location.hash = "below"));
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
});
