import { openForm, signIn } from "./candidate.ts";
import { Payer, readOrderId } from "./payer.ts";
import { expect, test } from "./watched.ts";

// Ways back, and presses at the wrong moment: each leads somewhere. Addresses that were typed or kept are told in fixtures/.

test("two quick presses of Pay open one order, and back from the provider's page leads on to the same", async ({
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

test("back at every step of paying leads back, and on again to the same bill", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const heading = (name: string) => expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
  const bill = page.getByRole("button", { name: /^Continue to Pay ₹/ });
  /** From the form to the bill. */
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

  await test.step("the page's way", async () => {
    const back = () => page.getByRole("button", { name: "Back", exact: true }).click();
    await back();
    await heading("Choose Payment Provider");
    // From the choice of a provider the page's own way leads to the form at once, where the candidate came from.
    await back();
    await expect(steps).toBeVisible();
    await toBill();
    await expect(bill).toHaveText(amount);
  });

  await test.step("the browser's way", async () => {
    await page.goBack();
    await heading("Choose Payment Provider");
    await page.goBack();
    await heading("Choose Payment Region");
    await page.goBack();
    await expect(steps).toBeVisible();
    await toBill();
    await expect(bill).toHaveText(amount);
  });

  await test.step("from the provider's page, which has the browser's way alone", async () => {
    await bill.click();
    const orderId = await readOrderId(page);
    await page.goBack();
    await expect(bill).toBeVisible();
    await page.goBack();
    await heading("Choose Payment Provider");
    expect((await payer.orders()).map(({ paymentId }) => paymentId)).toEqual([orderId]);
  });
});
