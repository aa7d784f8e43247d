import type { Page } from "playwright/test";
import { beginJourney, signIn } from "./candidate.ts";
import { expect, test, type Watch } from "./watched.ts";

// Files of the page's own code that are gone, as for a page that stands open while another build is served.

/** What Chromium says of files that are gone, and what the page reports of it, is what the test is about. */
const forget = ({ faults }: Watch) =>
  void faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED|MissingCodeError/.test(fault)));

/** How often a page has been loaded. */
function countLoads(page: Page): { times: number } {
  const loads = { times: 0 };
  page.on("load", () => (loads.times += 1));
  return loads;
}

/** Goes to an address as a link of the page does. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);

test("a screen whose code is gone is loaded with a new page once; then it is said, and another try helps", async ({
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

test("a screen stays where only a part of it is gone, and comes whole with another try", async ({
  page,
  baseURL,
  watch,
}) => {
  const { tokens } = await beginJourney(baseURL);
  await signIn(page, tokens);
  await page.route("**/assets/transaction-*", (route) => route.abort());
  await page.goto("/profile");
  const main = page.getByRole("main");
  await expect(main.getByText("We could not load this.").first()).toBeVisible();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profile");
  await page.unroute("**/assets/transaction-*");
  await main.getByRole("button", { name: "Retry" }).first().click();
  await expect(main.getByText("We could not load this.")).toHaveCount(0);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profile");
  forget(watch);
});
