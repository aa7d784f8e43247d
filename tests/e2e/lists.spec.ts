import { startForm, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

test("adds, removes and restores a row of a list by keyboard, and names each row's faults", async ({
  page,
  baseURL,
}) => {
  const started = await startForm(baseURL, { orgId: "harbour", formId: "senior-check" });
  await started.call("transactions.process");
  await signIn(page, started.tokens);
  await page.goto(`/ekyc/senior-check/${started.txnId}?orgId=harbour`);
  await page.getByRole("button", { name: /Verification$/ }).click();
  await page.getByRole("button", { name: /^Employment history/ }).click();
  const row = (n: number) => page.getByRole("group", { name: `Employment ${n}`, exact: true });
  await row(1).getByRole("textbox", { name: "Designation" }).fill("Fitter");
  await page.getByRole("button", { name: "Add another employment" }).press("Enter");
  await expect(row(2)).toBeVisible();
  await expect(row(2).getByRole("combobox", { name: "Company name" })).toBeFocused();
  await row(2).getByRole("textbox", { name: "Designation" }).fill("Engineer");
  await row(2).getByRole("button", { name: "Remove Employment 2" }).press("Enter");
  await expect(row(2)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(2).getByRole("textbox", { name: "Designation" })).toHaveValue("Engineer");
  await row(2).getByRole("button", { name: "Move Employment 2 up" }).press("Enter");
  await expect(row(1).getByRole("textbox", { name: "Designation" })).toHaveValue("Engineer");
  await expect(row(1).getByRole("button", { name: "Move Employment 1 down" })).toBeFocused();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(row(2).getByText("Enter a valid Start date")).toBeVisible();
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("link", { name: "Employment 1: Enter a valid Start date" })).toBeVisible();
  await summary.getByRole("link", { name: "Employment 2: Enter a valid Start date" }).click();
  await expect(row(2).getByRole("textbox", { name: "Start date" })).toBeFocused();
});
