import { holdCalls } from "./hold-calls.ts";
import { makeVerified } from "./verified.ts";
import { signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

test("prints a credential's page without its controls", async ({ page, baseURL }) => {
  const { tokens } = await makeVerified(baseURL);
  await signIn(page, tokens);
  await page.goto("/profile");
  await page.getByRole("article", { name: "Degree" }).getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("heading", { name: "Credential", exact: true })).toBeVisible();
  const full = page.getByRole("article", { name: "Degree" });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByText("All credentials")).toBeHidden();
  await expect(full).toBeVisible();
});

test("shows progress on a slow connection, and requests deletion only after a confirmation", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await makeVerified(baseURL);
  await signIn(page, tokens);
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("deletion-request") && sent.push(request.method()));
  await page.goto("/profile");
  const card = page.getByRole("article", { name: "Degree" });
  await expect(card).toBeVisible();
  const letChecked = await holdCalls(page, /credentials\/(receive|verify)/);
  const letSent = await holdCalls(page, /deletion-request/);
  const check = card.getByRole("button", { name: "Check" });
  await check.click();
  await expect(check).toHaveAttribute("aria-busy", "true");
  letChecked();
  await expect(check).not.toHaveAttribute("aria-busy");
  const ask = page.getByRole("link", { name: "Ask for deletion" });
  await ask.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ask for deletion?" });
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(ask).toBeFocused();
  expect(sent).toEqual([]);
  await ask.press("Enter");
  const send = dialog.getByRole("button", { name: "Send request" });
  await send.press("Enter");
  await expect(send).toHaveAttribute("aria-busy", "true");
  letSent();
  await expect(page.getByText("We have received your request for deletion")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(sent).toEqual(["POST"]);
});
