import { openForm, signIn, startForm } from "./candidate.ts";
import { makeMarksheet } from "./uploads.ts";
import { expect, test } from "./watched.ts";
const form = { orgId: "harbour", formId: "background-check" };
test("looks", async ({ page, browser, baseURL }) => {
  const started = await startForm(baseURL, form);
  await started.call("transactions.process");
  await signIn(page, started.tokens);
  await openForm(page, started);
  await page.getByRole("button", { name: "Support chat" }).click();
  const chat = page.getByRole("dialog");
  await chat
    .getByRole("textbox", { name: "Your message" })
    .fill("Is my marksheet sharp enough? I took it with my phone.");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
  await chat.locator("input[type=file]").setInputFiles(await makeMarksheet());
  await expect(chat.getByRole("button", { name: /^Download/ })).toBeVisible();
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL });
  const s = await desk.newPage();
  await s.goto(`/console/chats?orgId=${form.orgId}`);
  await s.getByRole("button", { name: "SANDBOX: sign in as support" }).click();
  await s.getByRole("link", { name: "Asha Verma" }).click();
  await s.getByRole("combobox", { name: "Ready-made replies" }).selectOption({ label: "Ask for a sharper picture" });
  await expect(s.getByRole("img", { name: "Page 1" })).toBeVisible();
  await s.waitForTimeout(1500);
  await s.screenshot({ path: "/tmp/sanad/chatlive/desk-1280.png", fullPage: true });
  await s.getByRole("button", { name: "Send the answer" }).click();
  await s.locator("input[type=file]").setInputFiles(await makeMarksheet());
  await expect(chat.getByRole("button", { name: /^Download/ })).toHaveCount(2);
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/sanad/chatlive/chat-390.png" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/sanad/chatlive/chat-1280.png" });
  await s.setViewportSize({ width: 390, height: 844 });
  await s.waitForTimeout(700);
  await s.screenshot({ path: "/tmp/sanad/chatlive/desk-390.png", fullPage: true });
});
