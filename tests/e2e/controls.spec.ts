import type { Page } from "playwright/test";
import { startForm, openTile } from "./forms-candidate.ts";
import { Payer } from "./payer.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { signIn, type Tokens } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// Labels of all kinds of controls: a red mark when required, '(Optional)' when not.

interface Labelled {
  label: string;
  required: boolean;
  mark: boolean;
}

/** Every control with a required state, by its visible label. */
const readControls = (page: Page): Promise<Labelled[]> =>
  page.locator("main [aria-required]").evaluateAll((controls) =>
    controls.map((control) => {
      const labelledBy = control.getAttribute("aria-labelledby");
      const label = labelledBy
        ? document.getElementById(labelledBy)
        : ((control as HTMLInputElement).labels?.[0] ?? null);
      const mark = label?.querySelector("[aria-hidden]");
      return {
        label: label?.textContent ?? "",
        required: control.getAttribute("aria-required") === "true",
        mark: mark ? getComputedStyle(mark, "::after").content === '"*"' : false,
      };
    }),
  );

test("marks every required control in red and every optional one with '(Optional)'", async ({
  page,
  browser,
  baseURL,
}) => {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  const seen: Labelled[] = [];
  const look = async (at: Page) => {
    await at.locator("main [aria-required]").first().waitFor();
    seen.push(...(await readControls(at)));
  };
  for (const tile of ["Degree", "Employment", "10th Marksheet"]) {
    await openTile(page, tile);
    await look(page);
    await page.goBack();
  }
  // A candidate without a verified identity.
  const other = await (await browser.newContext({ baseURL })).newPage();
  const mobile = randomMobile("+9194########");
  await signIn(other, await new ApiClient(baseURL).sandbox<Tokens>("POST", "session", { mobile }));
  await other.goto("/profile-mode");
  await other.getByRole("radio", { name: "Aadhaar" }).check();
  await look(other);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByRole("checkbox").waitFor();
  await look(other);
  await other.context().close();

  const marked = seen.filter(({ mark }) => mark).map(({ label }) => label);
  // A search dropdown, a text, a select, a file, a date, a checkbox.
  expect(marked).toEqual(
    expect.arrayContaining([
      "Institute name",
      "Registration number",
      "Degree level",
      "Document",
      "Start date",
      "I agree to the use of my Aadhaar for this verification",
    ]),
  );
  expect(seen.filter(({ required, mark, label }) => required && !mark && label !== "")).toEqual([]);
  expect(seen.filter(({ required, mark }) => !required && mark)).toEqual([]);
  expect(seen.map(({ label }) => label)).toContain("Employee ID (Optional)");
});

test("gives the code input an accessible name without a visible label", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(`98${Date.now() % 100_000_000}`.padEnd(10, "7"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Asha Verma");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeVisible();
  const box = await page.getByText("One-time password", { exact: true }).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(1);
});

test("offers providers by name and logo, and names the provider on the receipt", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const { orgId, formId, txnId } = payer.transaction;
  await page.evaluate(
    (ids) => {
      for (const [key, value] of Object.entries(ids)) localStorage.setItem(key, JSON.stringify(value));
    },
    { orgId, formId, txnId },
  );
  const drawn = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0;
  await page.goto("/choose-payment-provider?region=IN");
  for (const name of ["PhonePe", "Cashfree", "Cashfree Checkout"]) {
    await expect(page.getByRole("radio", { name, exact: true })).toBeVisible();
    const logo = page
      .locator("label")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("img");
    await expect.poll(() => logo.evaluate(drawn)).toBe(true);
  }
  const order = await payer.open();
  await payer.decide(order, { outcome: "success" });
  await page.goto(`/payment?transactionHistory=true&orgId=${orgId}&txId=${txnId}&order=${order}`);
  const paidWith = page.locator("dl > div").filter({ hasText: "Paid with" });
  await expect(paidWith).toContainText("Cashfree");
  await expect.poll(() => paidWith.locator("img").evaluate(drawn)).toBe(true);
});
