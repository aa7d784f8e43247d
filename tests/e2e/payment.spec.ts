import type { Page } from "playwright/test";
import { signIn } from "./candidate.ts";
import { Payer, readOrderId } from "./payer.ts";
import { expect, test } from "./watched.ts";

// What the candidate looks at is what the server knows, whatever becomes of the provider's callback.

const submitted = (page: Page) => page.getByRole("heading", { name: "Your documents have been submitted" });
const pay = (page: Page) => page.getByRole("button", { name: /^Continue to Pay/ });
const status = (page: Page, says: string) => page.getByText(says, { exact: true }).first();

async function openBill(page: Page, payer: Payer): Promise<void> {
  await signIn(page, payer.tokens);
  await page.goto(payer.billPath());
  await expect(pay(page)).toBeEnabled();
}

for (const [what, decision] of [
  ["comes once", { outcome: "success", callback: "once" }],
  ["comes twice", { outcome: "success", callback: "twice" }],
  ["never comes", { outcome: "success", callback: "none" }],
] as const)
  test(`a callback that ${what}: paid, and handed in`, async ({ page, baseURL }) => {
    const payer = await Payer.make(baseURL);
    await openBill(page, payer);
    await pay(page).click();
    const orderId = await readOrderId(page);
    await payer.decide(orderId, decision);
    await page.goto(payer.returnPath(orderId));
    await expect(submitted(page)).toBeVisible();
    expect((await payer.orders()).map(({ currentStatus, refundDetails }) => [currentStatus, refundDetails])).toEqual([
      ["Success", []],
    ]);
  });

test("a forged callback changes nothing: the page waits, and the truth comes by asking", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await openBill(page, payer);
  await pay(page).click();
  const orderId = await readOrderId(page);
  await payer.decide(orderId, { outcome: "success", callback: "forged" });
  await page.goto(payer.returnPath(orderId));
  await expect(status(page, "Waiting for the bank")).toBeVisible();
  await expect(page.getByText("Please wait while we fetch the payment status")).toBeVisible();
  await payer.decide(orderId, { outcome: "success", callback: "none" });
  await expect(submitted(page)).toBeVisible();
});

test("no answer in twenty polls: the page says so, and tells what comes later", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "pending" });
  await page.clock.install();
  let polls = 0;
  page.on("response", (answer) => void (answer.url().includes("/payment/poll") && (polls += 1)));
  await page.goto(payer.returnPath(orderId));
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await expect.poll(() => polls).toBe(attempt);
    await page.clock.runFor(6_000);
  }
  await expect(page.getByText("Payment Failed. Please try again")).toBeVisible();
  await expect(
    page.getByText("Your bank has not answered yet. We go on asking and tell you by message."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();
  await page.clock.runFor(30_000);
  expect(polls).toBe(20);
  await payer.decide(orderId, { outcome: "success", callback: "once" });
  await page.clock.runFor(21_000);
  await expect(submitted(page)).toBeVisible();
});

test("a failure and a success in the wrong order: paid stays paid", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "failure" });
  await page.goto(payer.returnPath(orderId));
  await expect(status(page, "Failed")).toBeVisible();
  await expect(page.getByText("Payment Failed. Please try again")).toBeVisible();
  await payer.decide(orderId, { outcome: "success" });
  await page.reload();
  await expect(submitted(page)).toBeVisible();
});

test("cancelled at the provider: said once, and the next try is another order", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await openBill(page, payer);
  await pay(page).click();
  const first = await readOrderId(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Payment Cancelled")).toBeVisible();
  await expect(page.getByText("Payment Failed. Please try again")).toBeHidden();
  await expect(status(page, "Cancelled")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await readOrderId(page)).not.toBe(first);
  await page.getByRole("button", { name: "Success" }).click();
  await expect(submitted(page)).toBeVisible();
});

test("another browser, signed out: signs in and finds the same order", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "pending" });
  await page.goto(payer.returnPath(orderId));
  await expect(
    page.getByText("Your payment is kept. Sign in with the same number to see how it stands."),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "Mobile number" }).fill(payer.tokens.mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeVisible();
  await page
    .getByRole("textbox", { name: "One-time password" })
    .fill((await payer.wire.outbox(payer.tokens.mobile))[0]?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(status(page, "Waiting for the bank")).toBeVisible();
  expect(page.url()).toContain(`order_id=${orderId}`);
  await payer.decide(orderId, { outcome: "success", callback: "none" });
  await expect(submitted(page)).toBeVisible();
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(page.getByText(orderId).first()).toBeVisible();
});

test("a tab from before another tab paid leads to the receipt, and opens no second order", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  await openBill(page, payer);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "success" });
  await pay(page).click();
  await expect(page.getByText("This form is already paid")).toBeVisible();
  await expect(page.getByText("Amount Paid")).toBeVisible();
  await expect(page.getByText(orderId).first()).toBeVisible();
  expect(await payer.orders()).toHaveLength(1);
});

test("a payment that could not be used any more is told by its receipt with the refund", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const first = await payer.open();
  await payer.decide(first, { outcome: "failure" });
  const second = await payer.open();
  await payer.decide(second, { outcome: "success" });
  await payer.decide(first, { outcome: "success" });
  await page.goto(payer.returnPath(first));
  await expect(page.getByText("Refunds")).toBeVisible();
  await expect(page.getByText("The payment could not be used")).toBeVisible();
});
