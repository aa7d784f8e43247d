import type { Locator, Page } from "playwright/test";
import { readPdf } from "../support/read-pdf.ts";
import { signIn } from "./candidate.ts";
import { shareDemo, makeSeeded, type Seeded } from "./seeded.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// Notifications and their targets: paging on both layouts, read state, refunds, invoices.
const lookAtDemo = shareDemo();

/** Scrolls to within 10 px of the end and waits for this number of rows. */
async function scrollTo(rows: Locator, count: number, scroll: () => Promise<void>): Promise<void> {
  await expect(async () => {
    // Late rows may have arrived; one more scroll would load the page after them.
    if ((await rows.count()) < count) await scroll();
    await expect(rows).toHaveCount(count, { timeout: 1_500 });
  }).toPass();
}

async function findPaid(demo: Seeded, paymentId: string) {
  const { data } = await demo.api.call("payments.history", {}, { bearer: demo.tokens.accessToken });
  const { list } = data as { list: { paymentList: { _id: string; refundDetails: { _id: string }[] }[] }[] };
  const order = list.flatMap(({ paymentList }) => paymentList).find(({ _id }) => _id === paymentId);
  return order as { _id: string; orgId: string; transactionId: string; refundDetails: { _id: string }[] };
}

test("pages through 35 notifications on a phone and beside a wide page, and marks one read when it opens", async ({
  page,
  baseURL,
  watch,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  const main = page.getByRole("main");
  const rows = main.getByRole("listitem");
  const more = page.getByRole("button", { name: "Show more" });

  await test.step("shows the number of new ones in the menu", async () => {
    await page.goto("/");
    const menu = page.getByRole("button", { name: "Open menu" });
    await expect(menu).toHaveAccessibleDescription("35 unread");
    await menu.click();
    const entry = page.getByRole("link", { name: "Notifications" });
    await expect(entry).toHaveAccessibleDescription("35 unread");
    await entry.click();
    await expect(rows).toHaveCount(20);
    await page.waitForTimeout(500);
    await expect(rows).toHaveCount(20);
    await expect(rows.first().locator("time")).toHaveAttribute("title", /^\d\d \w{3}, \d{4} \d\d:\d\d:(AM|PM)$/);
  });

  await test.step("shows that more are loading, and reports when they fail to load", async () => {
    const letGo = await holdCalls(page, "**/notification/api/1.0/notification?*", "abort");
    await more.click();
    await expect(more).toHaveAttribute("aria-busy", "true");
    letGo();
    await expect(page.getByText("We could not load this.")).toBeVisible();
    await expect(more).not.toHaveAttribute("aria-busy");
    await page.unrouteAll({ behavior: "wait" });
    await more.click();
    await expect(rows).toHaveCount(30);
    watch.faults.splice(0, watch.faults.length, ...watch.faults.filter((fault) => !fault.includes("ERR_FAILED")));
  });

  await test.step("opens the subject of a notification, marks it read and lowers the number", async () => {
    const notice = main.getByRole("link", { name: /^Payment received/ }).first();
    await expect(notice).toContainText("New");
    await notice.click();
    await expect(page).toHaveURL(/\/payment\?.*transactionHistory=true/);
    await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
    await page.goBack();
    await expect(main.getByText("34 unread")).toBeVisible();
  });

  await test.step("loads 10 more at the end of the page, and then the rest", async () => {
    await page.reload();
    await expect(rows).toHaveCount(20);
    const scroll = () =>
      page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight - innerHeight - 9));
    await scrollTo(rows, 30, scroll);
    await scrollTo(rows, 35, scroll);
    await expect(more).toHaveCount(0);
    const all = page.getByRole("button", { name: "Mark all as read" });
    await all.click();
    await expect(all).toHaveCount(0);
    await expect(main.getByText("New", { exact: true })).toHaveCount(0);
  });

  await test.step("loads the same steps in the panel of a wide page", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/profile");
    const panel = page.getByRole("complementary", { name: "Notifications" });
    const beside = panel.getByRole("listitem");
    await expect(beside).toHaveCount(20);
    const scroll = () => panel.evaluate((place) => void (place.scrollTop = place.scrollHeight));
    await scrollTo(beside, 30, scroll);
    await scrollTo(beside, 35, scroll);
    await panel.getByRole("button", { name: "See All" }).click();
    await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
    await expect(panel).toHaveCount(0);
  });
});

test("opens a refund from its notification and highlights it for two seconds", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const demo = await lookAtDemo(baseURL);
  const order = await findPaid(demo, demo.fixture.orders["refunded"] as string);
  const [newest, older] = order.refundDetails;
  const refund = older ?? newest!;
  await serveNotice(
    page,
    `https://elsewhere.example/payment?orgId=${order.orgId}&txId=${order.transactionId}&transactionHistory=true&order=${order._id}&txnSelected=${refund._id}`,
  );
  // The page records the highlight itself, because the driver may look too late.
  await page.addInitScript(() => {
    const marks: string[][] = ((globalThis as { marks?: string[][] }).marks = []);
    const look = () => {
      const place = document.querySelector("[aria-current=true]");
      if (place) {
        const { backgroundColor, animationDuration } = getComputedStyle(place);
        if (marks.at(-1)?.[0] !== backgroundColor) marks.push([backgroundColor, animationDuration]);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await signIn(page, demo.tokens);
  await page.goto("/notifications");
  await page.getByRole("link", { name: /^Refund sent/ }).click();
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByText(`Refund ID: ${refund._id}`) })
    .last();
  const marked = row.locator("[aria-current=true]");
  await expect(marked).toBeInViewport();
  await expect(marked).toBeFocused();
  const looks = () => page.evaluate(() => (globalThis as { marks?: string[][] }).marks ?? []);
  await expect.poll(async () => (await looks()).map(([, shakes]) => shakes)).toContain("0.4s");
  await expect.poll(async () => new Set((await looks()).map(([ground]) => ground)).size).toBeGreaterThan(1);
  await expect(row.getByRole("listitem")).toContainText([/Refund requested/, /Taken by your bank/, /Refunded/]);
  await expect(page.getByRole("button", { name: "Copy refund ID" })).toHaveCount(2);
});

/** Serves one notification that links to an address. */
async function serveNotice(page: Page, link: string): Promise<void> {
  const notice = { _id: "one", title: "Refund sent", description: "₹5", createdAt: "2026-01-02T03:04:05.000Z", link };
  await page.route("**/notification/api/1.0/notification?*", (route) =>
    route.fulfill({ json: { code: 0, data: { list: [notice], total: 1, unread: 0 } } }),
  );
}

test("opens another organisation's verification from its notification, however slow, and downloads the invoice", async ({
  page,
  baseURL,
}) => {
  const { tokens, fixture } = await makeSeeded(baseURL, "insufficient-degree");
  await signIn(page, tokens);

  await test.step("opens the notification while a form of another organisation is open", async () => {
    const asked = fixture.transactions["INSUFFICIENT_DATA"]!;
    await page.goto("/ekyc/background-check?orgId=harbour");
    await expect(page.getByRole("button", { name: /^(Start|View) Verification$/ })).toBeVisible();
    await page.goto("/notifications");
    await page.route("**/config/manifest?*", async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Action required.*cannot be read/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/verification/insufficiency\\?.*${asked.txnId}`));
    await expect(page.getByRole("heading", { name: "Degree", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
    await page.unroute("**/config/manifest?*");
  });

  await test.step("downloads the invoice with the amounts of the receipt", async () => {
    await page.goto("/transaction-history");
    await page.getByRole("link", { name: /Success$/ }).click();
    await expect(page.getByRole("region", { name: "Billing Summary" })).toContainText("₹4,407.30");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download invoice" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^invoice-\d{4}-\d\d-\d{6}\.pdf$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const text = await readPdf(Buffer.concat(chunks));
    for (const words of ["SANDBOX", "Item Total INR 4,850.00", "Taxes (18%) INR 672.30", "Amount Paid INR 4,407.30"])
      expect(text).toContain(words);
    await page.reload();
    await expect(page.getByRole("button", { name: "Download invoice" })).toBeVisible();
  });
});
