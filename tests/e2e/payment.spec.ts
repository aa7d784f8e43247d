import { Payer } from "./payer.ts";
import { expect, test } from "./watched.ts";

// A payment whose bank is silent, in a browser without its session. Other outcomes of payments have fixtures.

test("signs in, finds the same order, polls twenty times, reports the delay, and shows a later outcome", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "pending" });

  await test.step("opens the payment after sign-in", async () => {
    await page.goto(payer.returnPath(orderId));
    await expect(page.getByText("Your payment is safe. Sign in with the same number to see its status.")).toBeVisible();
    await page.getByRole("textbox", { name: "Mobile number" }).fill(payer.tokens.mobile.slice(3));
    await page.getByRole("button", { name: "Continue" }).click();
    const code = page.getByRole("textbox", { name: "One-time password" });
    await expect(code).toBeVisible();
    await code.fill((await payer.api.outbox(payer.tokens.mobile))[0]?.otp ?? "");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("Waiting for the bank", { exact: true }).first()).toBeVisible();
    expect(page.url()).toContain(`order_id=${orderId}`);
  });

  let polls = 0;
  await test.step("stops after twenty polls", async () => {
    // Reloads the page with a clock that the test moves. The previous page polls no more.
    await page.clock.install();
    await page.goto("about:blank");
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
  });

  await test.step("shows the bank's later answer without a callback", async () => {
    await payer.decide(orderId, { outcome: "success", callback: "none" });
    await page.clock.runFor(21_000);
    await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
    await page.getByRole("link", { name: "View receipt" }).click();
    await expect(page.getByText(orderId).first()).toBeVisible();
  });
});
