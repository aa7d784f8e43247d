import { openForm, signIn } from "./candidate.ts";
import { Payer, readOrderId } from "./payer.ts";
import { expect, test } from "./watched.ts";

// Going back and pressing at the wrong moment while paying. Typed and bookmarked addresses have fixtures.

test("opens one order for two quick presses of Pay, and returns to it after going back from the provider", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  await page.goto(payer.billPath());
  const pay = page.getByRole("button", { name: /^Continue to Pay/ });
  await pay.dblclick();
  const orderId = await readOrderId(page);
  await page.goBack();
  await pay.click();
  expect(await readOrderId(page)).toBe(orderId);
  expect((await payer.orders()).map(({ paymentId }) => paymentId)).toEqual([orderId]);
  await page.getByRole("button", { name: "Success" }).click();
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
});

test("goes back from every step of paying, and on again to the same bill", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const heading = (name: string) => expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
  const bill = page.getByRole("button", { name: /^Continue to Pay ₹/ });
  /** Goes from the form to the bill. */
  const toBill = async () => {
    await page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ }).click();
    await heading("Choose Payment Region");
    await page.getByRole("radio", { name: "India (INR)" }).check();
    await next();
    await heading("Choose Payment Provider");
    await page.getByRole("radio", { name: "PhonePe" }).check();
    await next();
    await expect(bill).toBeVisible();
  };
  await openForm(page, payer.transaction);
  await toBill();
  const amount = await bill.innerText();
  const steps = page.getByRole("progressbar", { name: "Steps Completed" });

  await test.step("back by the page's link", async () => {
    const back = () => page.getByRole("button", { name: "Back", exact: true }).click();
    await back();
    await heading("Choose Payment Provider");
    // The page's own back link leads from the provider choice straight to the form.
    await back();
    await expect(steps).toBeVisible();
    await toBill();
    await expect(bill).toHaveText(amount);
  });

  await test.step("back by the browser", async () => {
    await page.goBack();
    await heading("Choose Payment Provider");
    await page.goBack();
    await heading("Choose Payment Region");
    await page.goBack();
    await expect(steps).toBeVisible();
    await toBill();
    await expect(bill).toHaveText(amount);
  });

  await test.step("back by the browser from the provider's page", async () => {
    await bill.click();
    const orderId = await readOrderId(page);
    await page.goBack();
    await expect(bill).toBeVisible();
    await page.goBack();
    await heading("Choose Payment Provider");
    expect((await payer.orders()).map(({ paymentId }) => paymentId)).toEqual([orderId]);
  });
});
