import { askAadhaarCode } from "./candidate.ts";
import { startServer, type RunningServer } from "../tools/replay/server.ts";
import { startStandInWallet, type StandInWallet } from "../tools/stand-in-wallet/start.ts";
import { makeMarksheet } from "./uploads.ts";
import type { Page } from "playwright/test";
import { expect, test } from "./watched.ts";

// Our page in front of another organisation's wallet, which sends the shared fields only.

let wallet: StandInWallet;
let front: RunningServer;

async function begin(): Promise<void> {
  wallet = await startStandInWallet({
    orgId: "harbour",
    formId: "background-check",
    name: "Background check",
    paymentRequired: true,
    items: [
      { name: "bgv-tenth", category: "Education", skipAllowed: true },
      { name: "bgv-twelfth", category: "Education", skipAllowed: true },
    ],
  });
  front = await startServer({ WALLET_API_URL: wallet.url, SANDBOX: "0" });
}
test.afterEach(async () => {
  await front?.stop();
  await wallet?.close();
});

/** Opens the link of a form, submits one document and skips the other. */
async function give(page: Page, mobile: string): Promise<void> {
  const otp = async () => {
    await page.getByRole("textbox", { name: "One-time password" }).fill(wallet.readCode(mobile));
    await page.getByRole("button", { name: "Verify" }).click();
  };
  await page.goto(`${front.baseUrl}/ekyc/background-check?orgId=harbour`);
  await page.getByRole("button", { name: "Start Verification" }).click();
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Asha Verma");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Code sent to .*000\d$/)).toBeVisible();
  await otp();

  await page.getByRole("button", { name: "Start Verification" }).click();
  const start = page.getByRole("dialog", { name: "Start your verification" });
  await start.getByRole("button", { name: "Start" }).click();
  await askAadhaarCode(page);
  await otp();

  // The start was confirmed, so it goes on by itself.
  await page.getByRole("button", { name: /^10th Marksheet/ }).click();
  await page.getByRole("combobox", { name: "Board name" }).click();
  await page.getByRole("option", { name: "Central Board of Secondary Education" }).click();
  await page.getByRole("textbox", { name: "Roll number" }).fill("4711");
  await page.getByRole("textbox", { name: "Year of passing" }).fill("2015");
  const paper = await makeMarksheet();
  await page.getByLabel("Marksheet", { exact: true }).setInputFiles(paper);
  await expect(page.getByText("Uploaded").first()).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();

  await page.getByRole("button", { name: "Skip 12th Marksheet" }).click();
}

test("signs up, verifies identity, submits a marksheet and pays at that wallet's provider", async ({ page }) => {
  await begin();
  await give(page, "+919876500002");
  await page.getByRole("button", { name: "Continue to Pay" }).click();
  const region = page.getByRole("radio", { name: /India/ });
  await region.check();
  // The provider's page, at the address that the wallet returned.
  let paid = "";
  await page.route("https://pay.example/**", (route) => {
    paid = new URL(route.request().url()).pathname.slice(1);
    return route.fulfill({ contentType: "text/html", body: "<title>Bank</title><h1>Bank</h1>" });
  });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("heading", { name: "Payment Details" })).toBeVisible();
  const { orgId, txId } = Object.fromEntries(new URL(page.url()).searchParams);
  await page.getByRole("button", { name: /^Continue to Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Bank" })).toBeVisible();
  wallet.pay(paid);
  const back = new URLSearchParams({ orgId: orgId!, txId: txId!, region: "IN", provider: "phonepe", order_id: paid });
  await page.goto(`${front.baseUrl}/payment?${back.toString()}`);
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  await page.goto(front.baseUrl);
  await expect(page.getByRole("link", { name: /Background check, In Progress/ })).toBeVisible();
  await page.goto(`${front.baseUrl}/transaction-history`);
  await page.getByRole("link", { name: "harbour, ₹1,180, Success" }).click();
  await expect(page.getByRole("heading", { name: "Payment Details" })).toBeVisible();
  await expect(page.getByText("Paid with").locator("xpath=..")).toContainText("PhonePe");
  await expect(page.getByRole("region", { name: "Billing Summary" })).toContainText("Amount Paid₹1,180");
  await expect(page.getByRole("region", { name: "Transaction Details" })).toContainText(paid);
});
