import type { BrowserContext } from "playwright/test";
import { openForm, signIn, startForm } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// Two tabs of a candidate share one stream of events, and a colleague of support works beside them.
const form = { orgId: "harbour", formId: "background-check" };

/** Addresses of the requests whose path ends like this, in all tabs. */
function listRequests(context: BrowserContext, path: string): string[] {
  const found: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) found.push(request.url());
  });
  return found;
}

test("shows in one tab what the other does, and an answer of support within two seconds", async ({
  page,
  context,
  browser,
  baseURL,
  watch,
}) => {
  const started = await startForm(baseURL, form);
  await started.call("transactions.process");
  const streams = listRequests(context, "/profile/events");
  const polls = listRequests(context, "/profile/chat");
  await signIn(page, started.tokens);
  await openForm(page, started);
  const other = await context.newPage();
  await openForm(other, started);
  const skip = { name: "Skip 12th Marksheet", exact: true };
  await expect(other.getByRole("button", skip)).toBeVisible();
  await expect.poll(() => streams.length).toBe(1);

  await test.step("a skip shows in the other tab, which has no connection", async () => {
    await other.waitForTimeout(1000);
    await page.getByRole("button", skip).click();
    await expect(page.getByRole("button", skip)).toHaveCount(0);
    await expect(other.getByRole("button", skip)).toHaveCount(0, { timeout: 2000 });
    expect(streams).toHaveLength(1);
  });

  await test.step("an answer shows in the open chat, which asks nothing meanwhile", async () => {
    const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL });
    await watch.add(desk);
    const support = await desk.newPage();
    await support.goto(`/console/chats?orgId=${form.orgId}`);
    await support.getByRole("button", { name: "SANDBOX: sign in as support" }).click();
    await other.getByRole("button", { name: "Support chat" }).click();
    const chat = other.getByRole("dialog");
    await chat.getByRole("textbox", { name: "Your message" }).fill("May I skip this?");
    await chat.getByRole("button", { name: "Send", exact: true }).click();
    await expect(chat.getByRole("log")).toContainText("May I skip this?");
    await support.getByRole("link", { name: "Asha Verma" }).click();
    await support.getByRole("textbox", { name: "Your answer" }).fill("Yes, you may.");
    await other.waitForTimeout(1000);
    const before = polls.length;
    await other.waitForTimeout(5000);
    expect(polls).toHaveLength(before);
    const answered = support.waitForResponse((response) => response.url().endsWith("/messages"));
    await support.getByRole("button", { name: "Send the answer" }).click();
    await answered;
    await expect(chat.getByRole("log")).toContainText("Yes, you may.", { timeout: 2000 });
    await other.keyboard.press("Escape");
    await desk.close();
  });

  await test.step("the other tab connects when the first is closed", async () => {
    await page.close();
    await expect.poll(() => streams.length).toBe(2);
    await started.call("transactions.skip", { verificationNameList: ["bgv-degree"] });
    await expect(other.getByRole("button", { name: "Skip Degree", exact: true })).toHaveCount(0, { timeout: 5000 });
  });
});
