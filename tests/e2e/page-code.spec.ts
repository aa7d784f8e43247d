import type { Page } from "playwright/test";
import { startJourney, signIn } from "./candidate.ts";
import { expect, test, type Watch } from "./watched.ts";

// Missing code files, as for a page that is open while another build is served.

/** Drops Chromium's console errors about the missing files and the page's reports of them. */
const forget = ({ faults }: Watch) =>
  void faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED|MissingCodeError/.test(fault)));

/** Counts the loads of a page. */
function countLoads(page: Page): { times: number } {
  const loads = { times: 0 };
  page.on("load", () => (loads.times += 1));
  return loads;
}

/** Navigates like a link of the page. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);

test("reloads once when a screen's code is missing, then shows a message with a working retry", async ({
  page,
  watch,
}) => {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).waitFor();
  const loads = countLoads(page);
  await page.route("**/assets/Article-*", (route) => route.abort());
  await go(page, "/terms");
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await expect(retry).toBeVisible();
  await expect(page.getByText("We could not load this.")).toBeVisible();
  expect(loads.times).toBe(1);
  await page.unroute("**/assets/Article-*");
  await retry.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Terms/);
  expect(loads.times).toBe(2);
  forget(watch);
});

test("keeps a screen when only part of its code is missing, and completes it on retry", async ({
  page,
  baseURL,
  watch,
}) => {
  const { tokens } = await startJourney(baseURL);
  await signIn(page, tokens);
  await page.route("**/assets/Dialog-*", (route) => route.abort());
  await page.goto("/profile");
  const main = page.getByRole("main");
  await expect(main.getByText("We could not load this.").first()).toBeVisible();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profile");
  await page.unroute("**/assets/Dialog-*");
  await main.getByRole("button", { name: "Retry" }).first().click();
  await expect(main.getByText("We could not load this.")).toHaveCount(0);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profile");
  forget(watch);
});
