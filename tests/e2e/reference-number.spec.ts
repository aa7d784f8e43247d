import { beginForm, journey, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

test("a reference number that nobody knows is told at its field, and linked from the summary", async ({
  page,
  baseURL,
}) => {
  const begun = await beginForm(baseURL, journey);
  await signIn(page, begun.tokens);
  await page.goto(`/ekyc/education-evaluation/${begun.txnId}?orgId=gce`);
  // The form is open once its page stands; the next address means this form.
  await page.getByRole("heading", { name: "What you will be asked for" }).waitFor();
  await page.goto("/basic-details");
  const field = page.getByRole("textbox", { name: "GCE reference number" });
  await field.fill("GCE-999999");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/Reference number not found/);
  await page.getByRole("alert").getByRole("link", { name: "Reference number not found" }).click();
  await expect(field).toBeFocused();
  await field.fill("GCE-100031");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeVisible();
});
