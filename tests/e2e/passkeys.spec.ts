import type { Page } from "playwright/test";
import { ApiClient } from "../tools/replay/api-client.ts";
import { addAuthenticator } from "../tools/replay/chromium-adapter.ts";
import { startJourney, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

/** Enters number and code on the sign-in page, up to the page that follows. */
async function enterCode(page: Page, baseUrl: string, mobile: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByRole("textbox", { name: "One-time password" });
  await expect(field).toBeVisible();
  await field.fill((await new ApiClient(baseUrl).outbox(mobile))[0]?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test("creates a passkey from the offer, and asks for it at the next sign-in", async ({ page, baseURL }) => {
  const { tokens } = await startJourney(baseURL);
  const setAccepting = await addAuthenticator(page);
  await signIn(page, tokens);
  await page.goto("/");
  await expect(page.getByText("Protect your wallet with a passkey")).toBeVisible();
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText("Your passkey is ready")).toBeVisible();
  await expect(page.getByText("Protect your wallet with a passkey")).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByRole("region", { name: "Passkeys" }).getByText("Created on")).toBeVisible();

  await logOut(page);
  await enterCode(page, baseURL, tokens.mobile);
  await expect(page.getByRole("heading", { name: "Open your wallet" })).toBeVisible();
  await setAccepting(false);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByText("The passkey was not used. Please try again.")).toBeVisible();
  await setAccepting(true);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});

test("gives the new owner of a number an empty wallet, and shows nothing of the old one", async ({ page, baseURL }) => {
  const { tokens } = await startJourney(baseURL);
  await addAuthenticator(page);
  await signIn(page, tokens);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByRole("region", { name: "Passkeys" })).toBeVisible();
  await logOut(page);
  await enterCode(page, baseURL, tokens.mobile);
  await page.getByRole("button", { name: "I no longer have it" }).click();
  await page.getByRole("textbox", { name: /name/i }).fill("Ravi Rao");
  await page.getByRole("button", { name: "Start with an empty wallet" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Asha")).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByText("Ravi Rao").first()).toBeVisible();
  await expect(page.getByText("Not verified").first()).toBeVisible();
});

test("renames and removes a passkey, after which the code alone opens the wallet", async ({ page, baseURL }) => {
  const { tokens } = await startJourney(baseURL);
  await addAuthenticator(page);
  await signIn(page, tokens);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Create a passkey" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  await page.getByRole("textbox", { name: /name/i }).fill("My phone");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(passkeys.getByText("My phone")).toBeVisible();
  await passkeys.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(passkeys).toHaveCount(0);
  await logOut(page);
  await enterCode(page, baseURL, tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});
