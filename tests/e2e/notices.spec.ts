import type { Locator, Page } from "playwright/test";
import { readPdf } from "../read-pdf.ts";
import { signIn } from "./candidate.ts";
import { demoOnce, makeSeeded, type Seeded } from "./seeded.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// Notices and what they lead to: paging in both places, read and unread, a refund that is found, an invoice that adds up.
const lookAtDemo = demoOnce();

/** Scrolls to within 10 px of the end and waits for so many rows. */
async function scrollTo(rows: Locator, count: number, scroll: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await scroll();
    await expect(rows).toHaveCount(count, { timeout: 1_500 });
  }).toPass();
}

async function findPaid(demo: Seeded, paymentId: string) {
  const { data } = await demo.wire.call("payments.history", {}, { bearer: demo.tokens.accessToken });
  const { list } = data as { list: { paymentList: { _id: string; refundDetails: { _id: string }[] }[] }[] };
  const order = list.flatMap(({ paymentList }) => paymentList).find(({ _id }) => _id === paymentId);
  return order as { _id: string; orgId: string; transactionId: string; refundDetails: { _id: string }[] };
}

test("35 notices: 20 first, 10 more at the end of the page, and all that there are after that", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/notifications");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(20);
  await page.waitForTimeout(500);
  await expect(rows).toHaveCount(20);
  const scroll = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight - innerHeight - 9));
  await scrollTo(rows, 30, scroll);
  await scrollTo(rows, 35, scroll);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(rows.first().locator("time")).toHaveAttribute("title", /^\d\d \w{3}, \d{4} \d\d:\d\d:(AM|PM)$/);
});

test("beside a wide page the same notices come in the same steps", async ({ page, baseURL }) => {
  const { tokens } = await lookAtDemo(baseURL);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, tokens);
  await page.goto("/profile");
  const panel = page.getByRole("complementary", { name: "Notifications" });
  const rows = panel.getByRole("listitem");
  await expect(rows).toHaveCount(20);
  const scroll = () => panel.evaluate((place) => void (place.scrollTop = place.scrollHeight));
  await scrollTo(rows, 30, scroll);
  await scrollTo(rows, 35, scroll);
  await panel.getByRole("button", { name: "See All" }).click();
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test("a notice opens what it speaks of and is read; the number on the menu goes down", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "demo");
  await signIn(page, tokens);
  await page.goto("/");
  const menu = page.getByRole("button", { name: "Open menu" });
  await expect(menu).toHaveAccessibleDescription("35 unread");
  await menu.click();
  const entry = page.getByRole("link", { name: "Notifications" });
  await expect(entry).toHaveAccessibleDescription("35 unread");
  await entry.click();
  const notice = page
    .getByRole("main")
    .getByRole("link", { name: /^Payment received/ })
    .first();
  await expect(notice).toContainText("New");
  await notice.click();
  await expect(page).toHaveURL(/\/payment\?.*transactionHistory=true/);
  await expect(page.getByRole("region", { name: "Billing Summary" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("main").getByText("34 unread")).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
  await expect(page.getByRole("main").getByText("New", { exact: true })).toHaveCount(0);
});

test("notices of what was asked again and of what failed open that very verification, whatever form was open before", async ({
  page,
  baseURL,
}) => {
  const { tokens, fixture } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  const notice = (name: RegExp) => page.getByRole("main").getByRole("link", { name }).first();
  const [asked, failed] = [fixture.transactions["INSUFFICIENT_DATA"]!, fixture.transactions["FAILED"]!];
  await page.goto(`/ekyc/education-evaluation/${fixture.transactions["NOT_INITIALIZED"]!.txnId}?orgId=gce`);
  await expect(page.getByRole("button", { name: /^(Start|View) Verification$/ })).toBeVisible();
  await page.goto("/notifications");
  await page.getByRole("button", { name: "Show more" }).click();
  // Of another organisation, whose configuration is long in coming.
  await page.route("**/config/manifest?*", async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await notice(/^Action required.*cannot be read/).click();
  await expect(page).toHaveURL(new RegExp(`/verification/insufficiency\\?.*${asked.txnId}`));
  await expect(page.getByRole("heading", { name: "Degree", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await page.unroute("**/config/manifest?*");
  await page.goto("/notifications");
  await page.getByRole("button", { name: "Show more" }).click();
  await notice(/^Verification failed.*does not know this degree/).click();
  await expect(page).toHaveURL(/\/verification-info\?.*verificationName=bgv-/);
  await expect(page.getByText("The university does not know this degree")).toBeVisible();
  await page.getByRole("button", { name: "Back to the form" }).click();
  await expect(page).toHaveURL(new RegExp(`/ekyc/${failed.formId}/`));
});

test("a list that cannot be had is the empty one, with a way to try again", async ({ page, baseURL, watch }) => {
  const { tokens } = await lookAtDemo(baseURL);
  await page.route("**/notification/api/1.0/notification?*", (route) => route.abort());
  await signIn(page, tokens);
  await page.goto("/notifications");
  await expect(page.getByText("No Notifications yet")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("status").or(page.getByRole("alert")).getByText("We could not load this.")).toBeVisible();
  await page.unroute("**/notification/api/1.0/notification?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(20);
  watch.faults.splice(0, watch.faults.length, ...watch.faults.filter((fault) => !fault.includes("ERR_FAILED")));
});

test("more of a list is seen to be fetched, and that it could not be had is said to whoever asked", async ({
  page,
  baseURL,
  watch,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/notifications");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(20);
  const letGo = await holdCalls(page, "**/notification/api/1.0/notification?*", "abort");
  const more = page.getByRole("button", { name: "Show more" });
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

test("the notice of a refund leads to that refund, which is marked for two seconds", async ({ page, baseURL }) => {
  const demo = await lookAtDemo(baseURL);
  const order = await findPaid(demo, demo.fixture.orders["refunded"] as string);
  const [newest, older] = order.refundDetails;
  const refund = older ?? newest!;
  await serveNotice(
    page,
    `https://elsewhere.example/payment?orgId=${order.orgId}&txId=${order.transactionId}&transactionHistory=true&order=${order._id}&txnSelected=${refund._id}`,
  );
  // Two seconds may be over before a driver asks: the page keeps how it looked.
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
  await expect(row.getByRole("listitem")).toContainText([/Refund requested/, /Taken by your bank/, /Given back/]);
  await expect(page.getByRole("button", { name: "Copy refund ID" })).toHaveCount(2);
});

/** Answers one notice that leads to an address. */
async function serveNotice(page: Page, link: string): Promise<void> {
  const notice = { _id: "one", title: "Refund sent", description: "₹5", createdAt: "2026-01-02T03:04:05.000Z", link };
  await page.route("**/notification/api/1.0/notification?*", (route) =>
    route.fulfill({ json: { code: 0, data: { list: [notice], total: 1, unread: 0 } } }),
  );
}

test("the invoice of a paid order is downloaded from its receipt, and its sums are the receipt's", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/transaction-history");
  await page
    .getByRole("link", { name: /Success$/ })
    .first()
    .click();
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

test("an order that failed has no invoice and no amount paid", async ({ page, baseURL }) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/transaction-history");
  await page
    .getByRole("link", { name: /Failed$/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Billing Summary" }).getByText("₹0")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download invoice" })).toHaveCount(0);
});

test("addresses of payments and forms that name nothing, or what is not there, lead to the list of all", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  const nowhere = "orgId=gce&txId=invented";
  for (const [address, heading] of [
    ["/payment?transactionHistory=true", "Payments"],
    [`/payment?${nowhere}&transactionHistory=true&order=invented`, "Payments"],
    [`/form-payments?${nowhere}`, "Payments"],
    ["/form-payments", "Payments"],
    ["/form-txns", "Your verifications"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading, level: 1 }), address).toBeVisible();
    await expect(page.getByRole("main").getByRole("link").first(), address).toBeVisible();
  }
});
