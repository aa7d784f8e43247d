import type { Route } from "playwright/test";
import { expect, test, type Watch } from "./watched.ts";

// Fixtures show the message and the retry of each page that fails to load. These tests cover what only a browser does:
// the button's state during a retry, and the release in storage.

const trouble = { status: 503, json: { code: 120, message: "Please try again in a moment" } };
/** Drops Chromium's console errors about the failed calls, which the test causes. */
const forget = ({ faults }: Watch) =>
  void faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED|status of 503/.test(fault)));

test("shows a retry in progress even when it fails at once", async ({ page, watch }) => {
  await page.goto("/terms");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.route("**/config/d/**", (route) => route.fulfill(trouble));
  await page.evaluate(() => {
    history.pushState({}, "", "/privacy-policy");
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.click();
  await expect(retry).toHaveAttribute("aria-busy", "true");
  await expect(retry).not.toHaveAttribute("aria-busy");
  await page.unroute("**/config/d/**");
  await retry.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  forget(watch);
});

const answers = {
  "cannot be reached": (route: Route) => route.abort(),
  fails: (route: Route) => route.fulfill({ status: 503, body: "" }),
};

test("keeps the stored release when the config service is unavailable", async ({ page, browser, baseURL, watch }) => {
  const manifest = "**/config/manifest*";
  const form = page.getByRole("textbox", { name: "Mobile number" });
  const stranger = await browser.newPage({ baseURL });
  await page.goto("/login");
  await expect(form).toBeVisible();
  for (const [what, answer] of Object.entries(answers))
    await test.step(`which ${what}`, async () => {
      await page.route(manifest, answer);
      await page.reload();
      await expect(form).toBeVisible();
      await page.unroute(manifest);
      // A new visitor has no stored release and gets the message.
      await stranger.route(manifest, answer);
      await stranger.goto("/login");
      await expect(stranger.getByRole("button", { name: "Retry" })).toBeVisible();
      await stranger.unroute(manifest);
    });
  await stranger.close();
  forget(watch);
});
