import type { Route } from "playwright/test";
import { expect, test, type Watch } from "./watched.ts";

// Whatever a page loads and cannot have, it says so and can be loaded again where one stands: fixtures tell it of each page
// (whatever-a-page-cannot-load-is-loaded-again-where-one-stands). Here is what only a browser does: what a button shows meanwhile, and what is kept of a release.

const trouble = { status: 503, json: { code: 120, message: "Please try again in a moment" } };
/** What Chromium says of calls that fail is what the test is about. */
const forget = ({ faults }: Watch) =>
  void faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED|status of 503/.test(fault)));

test("a screen that could not be fetched shows that one more try is made, though it fails at once", async ({
  page,
  watch,
}) => {
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

test("a page that is opened again keeps the release it had while the config service cannot be had", async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
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
      // Who was never here has nothing to keep, and is told.
      await stranger.route(manifest, answer);
      await stranger.goto("/login");
      await expect(stranger.getByRole("button", { name: "Retry" })).toBeVisible();
      await stranger.unroute(manifest);
    });
  await stranger.close();
  forget(watch);
});
