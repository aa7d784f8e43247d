import { expect, test } from "./own-server.ts";
import { beginForm, pickDate } from "./forms-candidate.ts";

test("three questions before the start: all required, answers stored, then the form begins", async ({ page }) => {
  const asha = await beginForm(page, "harbour", "joining-questions", { process: false });
  await asha.open();
  const dialog = page.getByRole("dialog", { name: "Start your verification" });
  await expect(dialog).toBeVisible();
  const start = dialog.getByRole("button", { name: "Start", exact: true });
  const why = dialog.getByRole("textbox", { name: "Why do you want to join us?" });
  await expect(why).toBeVisible();
  await expect(start).toBeDisabled();
  await why.fill("I like ships");
  await why.fill("");
  await why.blur();
  await expect(dialog.getByText("Why do you want to join us? should not be empty")).toBeVisible();
  await why.fill("I like ships");
  await dialog.getByRole("combobox", { name: "Which shift suits you?" }).selectOption({ label: "Night" });
  await expect(start).toBeDisabled();
  await pickDate(page, "When can you join?", { year: 2027, month: "Feb", day: 3 });
  await expect(start).toBeEnabled();
  await start.click();
  await expect(dialog).toHaveCount(0);
  const info = await asha.call(
    "GET",
    `/verification/web-wallet/api/1.0/transactions/info?orgId=harbour&txnId=${asha.txnId}`,
  );
  expect(info.data).toMatchObject({ state: "PENDING", questionnaire: { isRequired: false } });
});

test("a form past its expiry cannot be started", async ({ page }) => {
  await page.goto("/ekyc/closed-drive?orgId=harbour");
  await expect(page.getByRole("button", { name: "Form Expired" })).toBeDisabled();
});
