import type { Page } from "playwright/test";
import { openForm, signIn } from "./candidate.ts";
import { Payer } from "./payer.ts";
import { expect, test } from "./watched.ts";

// What the server knows of a payment is said wherever somebody looks for it.

const status = (page: Page, says: string) => page.getByText(says, { exact: true }).first();

test("a payment that waits for the bank is told at home and on the form, and both lead to it", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "pending" });
  await signIn(page, payer.tokens);

  await page.goto("/");
  await expect(page.getByText(/^Your payment of ₹[\d,.]+ to .+ is waiting for the bank$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Review and pay" })).toHaveCount(0);
  await page.getByRole("button", { name: "See your payment" }).click();
  await expect(status(page, "Waiting for the bank")).toBeVisible();
  expect(page.url()).toContain(`order_id=${orderId}`);

  await openForm(page, payer.transaction);
  await expect(page.getByText("Your payment is waiting for the bank")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ })).toHaveCount(0);
  await page.getByRole("button", { name: "See your payment" }).click();
  await expect(status(page, "Waiting for the bank")).toBeVisible();

  // Who left before paying is led to the same order again.
  await page.getByRole("button", { name: "I have not paid yet" }).click();
  await page.waitForURL(new RegExp(`/sandbox/pay/${orderId}`));
});

test("a form that was closed unpaid says so on both its pages, and speaks of no papers", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  const { mobile } = payer.tokens;
  const closed = await payer.wire.sandbox<{ orgId: string; formId: string; txnId: string }>("POST", "scene", {
    mobile,
    orgId: "gce",
    formId: "education-evaluation",
    state: "CLOSED",
  });
  await signIn(page, payer.tokens);
  await openForm(page, closed);
  const why = "It was closed because no payment arrived in time. Support can open it again.";
  await expect(page.getByText(why)).toBeVisible();
  await page.goto("/submitted");
  await expect(page.getByRole("heading", { name: "This verification is closed" })).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
});
