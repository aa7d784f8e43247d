import { openForm, signIn } from "./candidate.ts";
import { Payer, readOrderId } from "./payer.ts";
import { expect, test } from "./watched.ts";

// Addresses that were typed, kept or sent around, and buttons pressed at the wrong moment: each leads somewhere.

test("two quick presses of Pay open one order", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  await page.goto(payer.billPath());
  await page.getByRole("button", { name: /^Continue to Pay/ }).dblclick();
  const orderId = await readOrderId(page);
  expect((await payer.orders()).map(({ paymentId }) => paymentId)).toEqual([orderId]);
});

test("back from the provider's page to the bill, and on again to the same order", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  await page.goto(payer.billPath());
  await page.getByRole("button", { name: /^Continue to Pay/ }).click();
  const orderId = await readOrderId(page);
  await page.goBack();
  await page.getByRole("button", { name: /^Continue to Pay/ }).click();
  expect(await readOrderId(page)).toBe(orderId);
  await page.getByRole("button", { name: "Success" }).click();
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  // Whatever step one goes back to, a form that is handed in is not paid again.
  for (const place of [
    payer.billPath(),
    "/choose-payment-region",
    "/choose-payment-provider?region=IN",
    "/select-mode",
  ]) {
    await page.goto(place);
    await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  }
});

for (const way of ["the browser's", "the page's"] as const)
  test(`back at every step of paying leads back, and on again to the same bill (${way})`, async ({ page, baseURL }) => {
    const payer = await Payer.make(baseURL);
    await signIn(page, payer.tokens);
    const back = () =>
      way === "the page's" ? page.getByRole("button", { name: "Back", exact: true }).click() : page.goBack();
    const heading = (name: string) => expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
    await openForm(page, payer.transaction);
    await page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ }).click();
    await heading("Choose Payment Region");
    await page.getByRole("radio", { name: "India (INR)" }).check();
    await next();
    await heading("Choose Payment Provider");
    await page.getByRole("radio", { name: "PhonePe" }).check();
    await next();
    const bill = page.getByRole("button", { name: /^Continue to Pay ₹/ });
    await expect(bill).toBeVisible();
    const amount = await bill.innerText();

    await back();
    await heading("Choose Payment Provider");
    // From the choice of a provider the page's own way leads to the form at once, where the candidate came from.
    if (way === "the browser's") {
      await back();
      await heading("Choose Payment Region");
    }
    await back();
    await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
    await page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ }).click();
    await page.getByRole("radio", { name: "India (INR)" }).check();
    await next();
    await page.getByRole("radio", { name: "PhonePe" }).check();
    await next();
    await expect(bill).toHaveText(amount);
    await bill.click();
    const orderId = await readOrderId(page);
    // The provider's page has the browser's way back alone.
    await page.goBack();
    await expect(bill).toBeVisible();
    await back();
    await heading("Choose Payment Provider");
    expect((await payer.orders()).map(({ paymentId }) => paymentId)).toEqual([orderId]);
  });

test("an order that is not there, or somebody else's, leads to the candidate's own payments", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const foreign = await payer.open();
  for (const [tokens, orderId] of [
    [payer.tokens, "no-such-order"],
    [payer.stranger, foreign],
  ] as const) {
    await signIn(page, tokens);
    await page.goto(payer.returnPath(orderId));
    await expect(page.getByText("We could not find this payment")).toBeVisible();
    await expect(page.getByText("No payments yet").or(page.getByRole("link", { name: /₹/ }).first())).toBeVisible();
  }
});

test("a bill without a region, or with an invented one, leads to the choice of it", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const { orgId, txnId } = payer.transaction;
  for (const more of ["", "&region=MOON"]) {
    await page.goto(`/payment?orgId=${orgId}&txId=${txnId}${more}`);
    await expect(page.getByText("Please choose a payment region before proceeding to pay")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Choose Payment Region" })).toBeVisible();
  }
});

test("a transaction that is not there leads on, and a bare /payment too", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  await page.goto(`/payment?orgId=gce&txId=no-such-transaction&region=IN`);
  await expect(page.getByText("We could not find this payment")).toBeVisible();
  await page.goto("/payment");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByText("We could not load this.")).toBeHidden();
});

test("somebody who is signed out is asked to sign in before any bill", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await page.goto(payer.billPath());
  await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
});
