import type { Page } from "playwright/test";
import { startJourney, openForm, openTile, signIn } from "./candidate.ts";
import { signInByCode } from "./session-candidate.ts";
import { expect, test } from "./watched.ts";

// Logging out leaves nothing behind in any tab, and no pending call has an effect afterwards.

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("textbox", { name: "Mobile number" })).toBeVisible();
}

const readKept = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));

test("empties the storage, and the next person in the tab starts at home", async ({ page, baseURL }) => {
  const [started, other] = [await startJourney(baseURL), await startJourney(baseURL)];
  await openTile(page, started, "Degree");
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await logOut(page);
  await expect(page.getByText("Session Expired")).toHaveCount(0);
  expect(await readKept(page)).toEqual({ local: {}, session: {}, databases: [] });
  await signInByCode(page, baseURL, other.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("ends the session in other tabs without a message", async ({ page, context, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.goto("/");
  const second = await context.newPage();
  await second.goto("/profile");
  await expect(second.getByRole("heading", { name: "Profile", exact: true })).toBeVisible();
  await logOut(page);
  await expect(second).toHaveURL(/\/login$/);
  await expect(second.getByText("Session Expired")).toHaveCount(0);
  expect(await readKept(second)).toMatchObject({ local: {}, session: {} });
});

test("ignores answers that arrive after logging out", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await openForm(page, started);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/mark-as-skip|get-token/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Skip 10th Marksheet" }).click();
  await logOut(page);
  answer();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/\/login$/);
  expect(await readKept(page)).toMatchObject({ local: {}, session: {} });
});

test("shows the page in a browser without storage", async ({ page, baseURL, watch }) => {
  const started = await startJourney(baseURL);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
  });
  await page.goto("/login");
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await logOut(page);
  expect(watch.faults.every((fault) => fault.includes("Browser storage"))).toBe(true);
  watch.faults.length = 0;
});
