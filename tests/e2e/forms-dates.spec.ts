import { expect, test } from "./own-server.ts";
import { startForm, openTile } from "./forms-candidate.ts";

test("the date picker works by keyboard, offers no future date, and returns the focus on Escape", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "Employment");
  const box = page.getByRole("textbox", { name: "Start date" });
  await expect(box).toHaveJSProperty("readOnly", true);
  await box.focus();
  await page.keyboard.press("Enter");
  const years = page.getByRole("grid", { name: "Years" });
  await expect(years).toBeVisible();
  const now = new Date(await page.evaluate(() => Date.now()));
  await expect(years.getByRole("gridcell", { name: String(now.getFullYear() + 1), exact: true })).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  const months = page.getByRole("grid", { name: "Months" });
  await expect(months).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const days = page.getByRole("grid", { name: "Days" });
  await expect(days).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(/^\d{2}-\d{2}-\d{4}$/);
  await expect(page.getByRole("button", { name: "Choose date" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(years).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(years).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose date" }).first()).toBeFocused();
});

test.describe("in a browser with a language that the organisation does not offer", () => {
  test.use({ locale: "bn-IN" });

  test("declares English and accepts a date", async ({ page }) => {
    const asha = await startForm(page, "harbour", "background-check");
    await asha.open();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await openTile(page, "Employment");
    await page.getByRole("button", { name: "Choose date" }).first().click();
    await page.getByRole("gridcell", { name: "2019", exact: true }).click();
    await page.getByRole("gridcell", { name: "August" }).click();
    await page.getByRole("gridcell", { name: "15", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Start date" })).toHaveValue("15-08-2019");
  });
});

test("rejects an end date before the start date with its own message", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
  const refused = await asha.call("POST", "/verification/web-wallet/api/1.0/bgv", {
    orgId: "harbour",
    txnId: asha.txnId,
    list: [
      {
        verificationName: "bgv-employment",
        data: { company: "X", designation: "Y", startDate: "31-01-2020", endDate: "30-01-2020" },
      },
    ],
  });
  expect(refused).toMatchObject({ status: 422, code: 106 });
  expect(refused.fields).toContainEqual({
    pointer: "/list/0/data/endDate",
    keyword: "min",
    message: "The end date cannot be before the start date",
  });
});
