import { askAadhaarCode } from "./candidate.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { startStandInWallet, type StandInWallet } from "../stand-in-wallet/start.ts";
import { makeMarksheet } from "./papers.ts";
import { expect, test } from "./watched.ts";

// The page as it is, in front of another organisation's wallet: that one says the shared fields and no more.

let wallet: StandInWallet;
let front: RunningServer;

test.beforeAll(async () => {
  wallet = await startStandInWallet({
    orgId: "harbour",
    formId: "background-check",
    name: "Background check",
    paymentRequired: false,
    items: [
      { name: "bgv-tenth", category: "Education", skipAllowed: true },
      { name: "bgv-twelfth", category: "Education", skipAllowed: true },
    ],
  });
  front = await startServer({ WALLET_API_URL: wallet.url, SANDBOX: "0" });
});
test.afterAll(async () => {
  await front?.stop();
  await wallet?.close();
});

test("a candidate signs up, proves who they are, gives a marksheet, skips the other and sends the form", async ({
  page,
}) => {
  const mobile = "+919876500001";
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
  await expect(page.getByText(/^Code sent to .*0001$/)).toBeVisible();
  await otp();

  await page.getByRole("button", { name: "Start Verification" }).click();
  const start = page.getByRole("dialog", { name: "Start your verification" });
  await start.getByRole("button", { name: "Start" }).click();
  await askAadhaarCode(page);
  await otp();

  // Proved, but not begun: the start is offered again.
  await start.getByRole("button", { name: "Start" }).click();
  await expect(start).toBeHidden();
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
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  await page.goto(front.baseUrl);
  await expect(page.getByRole("link", { name: /Background check, In Progress/ })).toBeVisible();
});
