import type { Page } from "playwright/test";
import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import { Wire } from "../replay/wire.ts";
import { signIn, type Tokens } from "./candidate.ts";
import { Payer } from "./payer.ts";
import { expect, test } from "./watched.ts";

// Whatever state a form is in, each sentence that stands on its pages is true of it, and none of them contradicts another.

interface Said {
  form: string[];
  notForm?: string[];
  submitted: string[];
  notSubmitted?: string[];
}
const done = "All verifications are done";
const start = "Click the verifications to start the process";
const afterPayment = /submission and payment/;
const told = "You get an SMS when it is done.";

const said: Record<string, Said> = {
  IN_PROGRESS: {
    form: [done, "You need not do anything now. Verification takes 5 to 14 working days after submission."],
    notForm: [start],
    submitted: ["Verification takes 5 to 14 working days after submission.", told],
  },
  INSUFFICIENT_DATA: {
    form: ["Action Required", "The verifier needs something more."],
    notForm: [done, "Expected by", "You need not do anything now."],
    submitted: ["The verifier needs something more. Open your form to see what"],
    notSubmitted: [told, "working days"],
  },
  COMPLETED: {
    form: ["Congratulations!", done],
    submitted: ["Everything is verified."],
    notSubmitted: [told, "working days"],
  },
  FAILED: {
    form: ["Verification failed", "Open what failed to read why."],
    notForm: [done],
    submitted: ["Some documents could not be verified. Open your form to see which and why."],
    notSubmitted: [told, "working days"],
  },
  REFUNDED: {
    form: ["Your payment was refunded", "Nothing more is checked here."],
    notForm: [done, "receipt"],
    submitted: ["Your payment was refunded", "Nothing more is checked here."],
    notSubmitted: [told, "working days"],
  },
  CLOSED: {
    form: ["Verification closed", "It was closed because it was not sent in time. Support can open it again."],
    notForm: [done, start, "missing for too long"],
    submitted: ["This verification is closed", "Support can open it again."],
    notSubmitted: [told, "working days"],
  },
};

/** Opens an address as somebody who has this transaction open and has passed its intro. */
async function openAt(page: Page, { orgId, formId, txnId }: { orgId: string; formId: string; txnId: string }) {
  await page.evaluate(
    (ids) => {
      for (const [name, value] of Object.entries(ids)) localStorage.setItem(name, JSON.stringify(value));
      sessionStorage.setItem("formData", JSON.stringify({ showInitScreen: false }));
    },
    { orgId, formId, txnId },
  );
}

async function expectSaid(page: Page, words: string[], not: string[] = []): Promise<void> {
  const main = page.getByRole("main");
  for (const one of words) await expect(main).toContainText(one);
  for (const one of not) await expect(main).not.toContainText(one);
}

let demo: FixtureAnswer;
test.beforeAll(async ({ request }) => {
  demo = await (await request.post("/sandbox/fixture", { data: { name: "demo" } })).json();
});

for (const [state, { form, notForm, submitted, notSubmitted }] of Object.entries(said))
  test(`a free form that is ${state} says on both its pages what is so, and speaks of no payment`, async ({
    page,
    baseURL,
  }) => {
    const { mobile } = demo.candidates["asha"] as { mobile: string };
    await signIn(page, await new Wire(baseURL).sandbox<Tokens>("POST", "session", { mobile }));
    const transaction = demo.transactions[state] as { orgId: string; formId: string; txnId: string };
    await openAt(page, transaction);
    await page.goto(`/ekyc/${transaction.formId}/${transaction.txnId}?orgId=${transaction.orgId}`);
    await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
    await expectSaid(page, form, notForm);
    await expect(page.getByText(afterPayment)).toHaveCount(0);
    await expect(page.getByText("nothing is charged for it")).toHaveCount(0);
    await page.goto("/submitted");
    await expect(page.getByRole("link", { name: "View your form" })).toBeVisible();
    await expectSaid(page, submitted, notSubmitted);
    await expect(page.getByText(afterPayment)).toHaveCount(0);
  });

test("a paid form leads from what was paid straight to its receipt, which says what was saved", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const order = await payer.open();
  await payer.decide(order, { outcome: "success" });
  await payer.call("payments.poll", { paymentId: order });
  await signIn(page, payer.tokens);
  const { orgId, formId, txnId } = payer.transaction;
  await openAt(page, payer.transaction);
  await page.goto("/submitted");
  await expectSaid(page, [
    "Verification takes 5 to 14 working days after submission and payment.",
    "You get an email and an SMS when it is done.",
  ]);
  await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
  const paid = page.getByRole("listitem").filter({ hasText: /^Received/ });
  await expect(paid).toContainText("Paid");
  await paid.getByRole("link", { name: "View receipt" }).click();
  await expect(page.getByRole("region", { name: "Billing Summary" })).toContainText("Amount Paid");
  await expectSaid(page, ["Paid with", "You saved"]);
});

test("the receipt of a payment that failed says neither that it was paid nor that something was saved", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const order = await payer.open();
  await payer.decide(order, { outcome: "failure" });
  await payer.call("payments.poll", { paymentId: order });
  await signIn(page, payer.tokens);
  const { orgId, txnId } = payer.transaction;
  await page.goto(`/payment?orgId=${orgId}&txId=${txnId}&transactionHistory=true&order=${order}`);
  await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
  await expectSaid(page, ["Payment provider", "Failed"], ["Paid with", "You saved"]);
});

test("an address that is not there leads a visitor to sign in, and home from there", async ({ page, baseURL }) => {
  const wire = new Wire(baseURL);
  const { candidates } = await wire.sandbox<FixtureAnswer>("POST", "fixture", { name: "new-candidate" });
  const { mobile } = candidates["asha"] as { mobile: string };
  await page.goto("/nowhere/at-all?of=it");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  const code = page.getByRole("textbox", { name: "One-time password" });
  await expect(code).toBeVisible();
  await code.fill((await wire.outbox(mobile))[0]?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("a payment on its way says so in its receipt; what is submitted says by when it is done", async ({
  page,
  baseURL,
}) => {
  const { mobile } = demo.candidates["asha"] as { mobile: string };
  await signIn(page, await new Wire(baseURL).sandbox<Tokens>("POST", "session", { mobile }));
  await page.goto("/transaction-history");
  await page.getByRole("link", { name: /Pending/ }).click();
  await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
  await expect(
    page.getByText("Your bank has not answered yet. We go on asking and tell you by message."),
  ).toBeVisible();
  await openAt(page, demo.transactions["IN_PROGRESS"]!);
  await page.goto("/submitted");
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();
  await expect(page.getByText(/^Expected completion by \d+\w\w \w+ \d{4}$/)).toBeVisible();
});
