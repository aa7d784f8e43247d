import type { Page } from "playwright/test";
import { openForm, signIn, type Tokens } from "./candidate.ts";
import { Wire } from "../replay/wire.ts";
import { drawMobile } from "../replay/variables.ts";
import { Payer, readOrderId } from "./payer.ts";
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

test("a form paid for express says so: in the address of its bill, in its promise, its receipt and the lists", async ({
  page,
  context,
  baseURL,
}) => {
  const wire = new Wire(baseURL);
  const mobile = drawMobile("+9197########");
  const ready = await wire.sandbox<{ orgId: string; formId: string; txnId: string }>("POST", "scene", {
    mobile,
    orgId: "lotus",
    formId: "admission",
    state: "READY_TO_SUBMIT",
  });
  await signIn(page, await wire.sandbox<Tokens>("POST", "session", { mobile }));
  await openForm(page, ready);
  await page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ }).click();
  await page.getByRole("button", { name: "Proceed" }).click();
  await page.getByRole("radio", { name: "Express" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "India (INR)" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "PhonePe" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  const bill = page.getByRole("region", { name: "Billing Summary" });
  await expect(bill).toContainText("Verification speed");
  const toPay = await page.getByRole("button", { name: /^Continue to Pay ₹/ }).textContent();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("button", { name: toPay ?? "" })).toBeVisible();
  await expect(other.getByRole("region", { name: "Billing Summary" })).toContainText("Express");
  await other.close();

  await page.getByRole("button", { name: /^Continue to Pay ₹/ }).click();
  await readOrderId(page);
  await page.getByRole("button", { name: "Success" }).click();
  await expect(
    page.getByText("Express verification takes 2 to 4 working days after submission and payment."),
  ).toBeVisible();
  await expect(page.getByText("Verification takes 5 to 14 working days", { exact: false })).toHaveCount(0);
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(bill).toContainText("Express");
  await page.goto("/transaction-history");
  await expect(page.getByRole("main")).toContainText("Express");
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText("Express in part: all of it is expected by");
});

test("a payment that was given back in full reads as refunded in the list and on its receipt, by one moment", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const first = await payer.open();
  await payer.decide(first, { outcome: "failure" });
  const second = await payer.open();
  await payer.decide(second, { outcome: "success" });
  // Nothing is left to be paid by it: it goes back.
  await payer.decide(first, { outcome: "success" });
  await page.goto("/transaction-history");
  await expect(page.getByRole("link", { name: /, ₹[\d,.]+, Success$/ })).toHaveCount(1);
  const refunded = page.getByRole("link", { name: /, ₹[\d,.]+, Refunded$/ });
  await expect(refunded).toContainText("Refunded");
  const [, moment = ""] = /Paid on (\d\d-\w{3}-\d{4} \d\d:\d\d)/.exec((await refunded.textContent()) ?? "") ?? [];
  expect(moment).not.toBe("");
  await refunded.click();
  await expect(page.getByText("Refunds")).toBeVisible();
  await expect(status(page, "Refunded")).toBeVisible();
  // What is given back says 'Success' of itself as soon as it has arrived.
  await expect(page.getByRole("definition").filter({ hasText: /^Success$/ })).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(`Paid on${moment}`);
});

test("what was never paid is told by the moment at which it was begun, in the list as on its receipt", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  await payer.decide(await payer.open(), { outcome: "failure" });
  await page.goto("/transaction-history");
  const failed = page.getByRole("link", { name: /, Failed$/ });
  const [, moment = ""] = /Begun on (\d\d-\w{3}-\d{4} \d\d:\d\d)/.exec((await failed.textContent()) ?? "") ?? [];
  await failed.click();
  await expect(page.getByRole("main")).toContainText(`Begun on${moment}`);
  await expect(page.getByRole("main")).not.toContainText("Paid on");
});

test("what takes longer than promised says so after submission, with a way to help", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  const orderId = await payer.open();
  await payer.decide(orderId, { outcome: "success" });
  const { mobile } = payer.tokens;
  const read = async () => {
    await signIn(page, await payer.wire.sandbox<Tokens>("POST", "session", { mobile }));
    await page.goto(payer.returnPath(orderId));
    await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  };
  await read();
  await expect(page.getByText("We're sorry for the delay")).toHaveCount(0);
  await payer.wire.sandbox("POST", "clock", { advanceSeconds: 25 * 86_400 });
  await read();
  await expect(page.getByText("We're sorry for the delay in your verification.")).toBeVisible();
  await expect(page.getByText(/It was expected by/)).toBeVisible();
  await expect(page.getByText("working days")).toHaveCount(0);
  await expect(page.getByText("If it cannot wait, write to")).toBeVisible();
  await page.getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { name: "Information" })).toBeVisible();
});

test("nothing is said of express where what is in the cart cannot be done so", async ({ page, baseURL }) => {
  const wire = new Wire(baseURL);
  const mobile = drawMobile("+9197########");
  const ready = await wire.sandbox<{ orgId: string; formId: string; txnId: string }>("POST", "scene", {
    mobile,
    orgId: "lotus",
    formId: "admission",
    state: "READY_TO_SUBMIT",
  });
  const tokens = await wire.sandbox<Tokens>("POST", "session", { mobile });
  await wire.call(
    "transactions.skip",
    { verificationNameList: ["bgv-tenth", "bgv-twelfth"] },
    { context: ready, bearer: tokens.accessToken },
  );
  await signIn(page, tokens);
  await openForm(page, ready);
  await page.getByRole("button", { name: /^(Continue to Pay|Pay \()/ }).click();
  await expect(page.getByRole("heading", { name: "Choose Payment Region" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/select-mode");
  await expect(page.getByRole("heading", { name: "Choose Payment Region" })).toBeVisible();
});

test("an old page of a payment that a newer one has replaced leads back to the wallet", async ({ page, baseURL }) => {
  const payer = await Payer.make(baseURL);
  await signIn(page, payer.tokens);
  const first = await payer.open();
  await page.goto(`/sandbox/pay/${first}`);
  const button = page.getByRole("button", { name: "Success" });
  await expect(button).toBeVisible();
  await payer.open("phonepe");
  await button.click();
  await expect(page.getByText("This payment was cancelled.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the wallet" }).click();
  await expect(page.getByText("Payment Cancelled")).toBeVisible();
});
