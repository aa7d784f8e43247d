import { startForm, type StartedForm } from "./candidate.ts";
import { openMain, watchDrafts } from "./refusals/pages.ts";
import { Payer } from "./payer.ts";
import { expect, test } from "./watched.ts";

test("turns a form that was submitted elsewhere into a record with a message, and stores no more drafts", async ({
  page,
  baseURL,
}) => {
  const payer = await Payer.make(baseURL);
  const started = { tokens: payer.tokens, ...payer.transaction } as StartedForm;
  await page.clock.install();
  await openMain(page, started);
  await page.getByRole("button", { name: "Edit Degree" }).click();
  const course = page.getByRole("textbox", { name: "Degree or course" });
  await expect(course).toBeVisible();
  const order = await payer.open();
  await payer.decide(order, { outcome: "success" });
  await payer.call("payments.poll", { paymentId: order });
  const drafts = watchDrafts(page);
  await course.fill("B.Sc. Mathematics");
  await expect(page.getByText("This form has been submitted. Changes go through support.")).toBeVisible();
  await expect(course).toHaveCount(0);
  await expect(page.getByRole("definition").filter({ hasText: "B.Sc. Physics" })).toBeVisible();
  for (let second = 0; second < 12; second += 1) {
    await page.clock.runFor(1_000);
    await page.waitForTimeout(50); // calls started by a timer need real time to reach the server
  }
  expect(drafts.length).toBe(1);
});

test("stores the draft again when the server has recovered", async ({ page, baseURL, watch }) => {
  const started = await startForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await started.call("transactions.process");
  await openMain(page, started);
  await page
    .getByRole("button", { name: /^Employment/ })
    .first()
    .click();
  const drafts = watchDrafts(page);
  await page.route(/\/draft\?/, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 503, json: { code: 120 } }) : route.continue(),
  );
  await page.getByRole("textbox", { name: "Designation" }).fill("Engineer");
  await expect.poll(() => drafts.length).toBe(1);
  await page.unroute(/\/draft\?/);
  await expect(page.getByText("Draft saved")).toBeVisible();
  watch.faults.splice(0, watch.faults.length, ...watch.faults.filter((fault) => !fault.includes("status of 503")));
});
