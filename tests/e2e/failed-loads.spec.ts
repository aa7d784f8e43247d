import type { Page, Route } from "playwright/test";
import { beginForm, type Begun, type Tokens } from "./candidate.ts";
import { Payer } from "./payer.ts";
import { arrive } from "./refusals/pages.ts";
import { expect, test, type Watch } from "./watched.ts";

// Whatever a page loads and cannot have, it says so and can be loaded again where one stands; nothing leads away without a word.

/** Every call of a page but the session's own. */
const calls = /\/api\/[12]\.0\/(?!profile\/login)/;
const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, level: 1 });

interface Place {
  path: string;
  /** What is there once it could be loaded. */
  there: (page: Page) => ReturnType<Page["getByRole"]>;
  state?: Record<string, unknown>;
  /** Only these calls fail. */
  only?: RegExp;
}
const places: Record<string, Place> = {
  home: { path: "/", there: heading("Your verifications") },
  profile: { path: "/profile", there: heading("Profile") },
  "all payments": { path: "/transaction-history", there: heading("Payments") },
  "the form's payments": { path: "/form-payments", there: heading("Payments") },
  "the form's transactions": { path: "/form-txns", there: heading("Education evaluation") },
  // What is not submitted yet leads on to the form.
  submitted: { path: "/submitted", there: (page) => page.getByRole("progressbar", { name: "Steps Completed" }) },
  // Nothing of this form can be done express: it leads on.
  "select-mode": { path: "/select-mode", there: heading("Choose Payment Region") },
  "choose-payment-region": { path: "/choose-payment-region", there: heading("Choose Payment Region") },
  "choose-payment-provider": {
    path: "/choose-payment-provider?region=IN",
    there: heading("Choose Payment Provider"),
  },
  "contact-details": {
    path: "/contact-details?region=IN&provider=phonepe",
    there: heading("Contact Details"),
  },
  "a verification": { path: "/verification", there: heading("Degree"), state: { verificationName: "bgv-degree" } },
  "a verification alone": {
    path: "/verification",
    there: heading("Degree"),
    state: { verificationName: "bgv-degree" },
    only: /\/transactions\/bgv-degree\/info/,
  },
  "what was given": {
    path: "/verification-info?verificationName=aadhaar",
    there: heading("Aadhaar"),
    only: /\/transactions\/aadhaar\/info/,
  },
  "the bill": {
    path: "/payment?orgId={orgId}&txId={txnId}&region=IN&provider=cashfree",
    there: (page) => page.getByRole("button", { name: /^Continue to Pay ₹/ }),
    only: /\/transactions\/payment\?/,
  },
  "the way back from the bank": {
    path: "/payment?orgId={orgId}&txId={txnId}&region=IN&provider=cashfree&order_id={order}",
    there: (page) => page.getByText("Please wait while we fetch the payment status"),
  },
  "a receipt": {
    path: "/payment?orgId={orgId}&txId={txnId}&transactionHistory=true&order={order}",
    there: (page) => page.getByRole("region", { name: "Billing Summary" }),
  },
};

let payer: Payer | undefined;
let order: string | undefined;
const getPayer = (): Payer => {
  if (!payer) throw new Error("Nobody is there to pay.");
  return payer;
};
test.beforeEach(async ({ baseURL }) => {
  payer ??= await Payer.make(baseURL);
  order ??= await payer.open();
});

/** Comes to an address as the payer, in a session of one's own, with the form open. */
async function come(page: Page, path: string): Promise<void> {
  const { wire, tokens, transaction } = getPayer();
  const { orgId, txnId } = transaction;
  const address = path
    .replace("{orgId}", orgId)
    .replace("{txnId}", txnId)
    .replace("{order}", order ?? "");
  const own = await wire.sandbox<Tokens>("POST", "session", { mobile: tokens.mobile });
  await arrive(page, { tokens: own, ...transaction } as Begun, address);
}

const trouble = { status: 503, json: { code: 120, message: "Please try again in a moment" } };
/** What Chromium says of calls that fail is what the test is about. */
const forget = ({ faults }: Watch) =>
  void faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED|status of 503/.test(fault)));

/** Loads an address while `only` fails, and again once it does not. */
async function failAndRetry(page: Page, { path, there, state, only = calls }: Place, fail: (route: Route) => unknown) {
  if (state) {
    await come(page, "/terms");
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.evaluate(([to, usr]) => window.history.replaceState({ usr, key: "given", idx: 1 }, "", to as string), [
      path,
      state,
    ] as const);
  }
  await page.route(only, fail);
  await (state ? page.reload() : come(page, path));
  const main = page.getByRole("main");
  await expect(main.getByText("We could not load this.")).toBeVisible();
  await page.unroute(only);
  await main.getByRole("button", { name: "Retry" }).click();
  await expect(there(page)).toBeVisible();
}

for (const [name, place] of Object.entries(places))
  test(`${name}: a server in trouble is said, and loading again works`, async ({ page, watch }) => {
    await failAndRetry(page, place, (route) => route.fulfill(trouble));
    forget(watch);
  });

for (const name of ["a verification", "the bill"])
  test(`${name}: a line that is cut is said, and loading again works`, async ({ page, watch }) => {
    await failAndRetry(page, places[name]!, (route) => route.abort());
    forget(watch);
  });

test("questions before the start that could not be had are asked for again where they stand", async ({
  page,
  baseURL,
  watch,
}) => {
  const begun = await beginForm(baseURL, { orgId: "harbour", formId: "joining-questions" });
  const questions = /user-response\/purposes/;
  await page.route(questions, (route) => route.fulfill(trouble));
  await arrive(page, begun, `/ekyc/${begun.formId}/${begun.txnId}?orgId=${begun.orgId}`);
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Start your verification" });
  await expect(dialog.getByText("We could not load this.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Start", exact: true })).toBeDisabled();
  await page.unroute(questions);
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect(dialog.getByRole("textbox").first()).toBeVisible();
  forget(watch);
});

test("the form itself says on the page of errors that it could not be fetched, and is tried again from there", async ({
  page,
  watch,
}) => {
  const { orgId, formId, txnId } = getPayer().transaction;
  const info = /\/transactions\/info\?/;
  await come(page, "/terms");
  await page.route(info, (route) => route.fulfill(trouble));
  await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
  const told = page.getByText("Failed to fetch transaction info");
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  // The form is asked for once more before it is told again.
  await expect(told).toBeHidden();
  await expect(told).toBeVisible();
  await page.unroute(info);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
  await page.goto(`/ekyc/${formId}/not-there?orgId=${orgId}`);
  await expect(page.getByText("Failed to fetch transaction info")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Go Back" })).toBeVisible();
  forget(watch);
});

test("a screen that could not be fetched shows that one more try is made, though it fails at once", async ({
  page,
  watch,
}) => {
  await come(page, "/terms");
  await page.route("**/config/d/**", (route) => route.fulfill(trouble));
  await page.evaluate(() => {
    history.pushState({}, "", "/transaction-history");
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.click();
  await expect(retry).toHaveAttribute("aria-busy", "true");
  await expect(retry).not.toHaveAttribute("aria-busy");
  await page.unroute("**/config/d/**");
  await retry.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
  forget(watch);
});

test("the page of errors offers to try again only where a form is open", async ({ page }) => {
  await page.goto("/terms");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => {
    const state = { usr: { reason: "transaction", retry: true }, key: "errors", idx: 1 };
    history.pushState(state, "", "/error");
    dispatchEvent(new PopStateEvent("popstate", { state }));
  });
  await expect(page.getByText("Failed to fetch transaction info")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go Back" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

for (const [what, answer] of [
  ["cannot be reached", (route: Route) => route.abort()],
  ["fails", (route: Route) => route.fulfill({ status: 503, body: "" })],
] as const)
  test(`a page that is opened again keeps the release it had while the config service ${what}`, async ({
    page,
    browser,
    baseURL,
    watch,
  }) => {
    const form = page.getByRole("textbox", { name: "Mobile number" });
    await page.goto("/login");
    await expect(form).toBeVisible();
    await page.route("**/config/manifest*", answer);
    await page.reload();
    await expect(form).toBeVisible();
    // Who was never here has nothing to keep, and is told.
    const stranger = await browser.newPage({ baseURL });
    await stranger.route("**/config/manifest*", answer);
    await stranger.goto("/login");
    await expect(stranger.getByRole("button", { name: "Retry" })).toBeVisible();
    await stranger.close();
    forget(watch);
  });
