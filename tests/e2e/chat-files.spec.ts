import { openForm, signIn, startForm } from "./candidate.ts";
import { makeMarksheet } from "./uploads.ts";
import { expect, test } from "./watched.ts";

const form = { orgId: "harbour", formId: "background-check" };

test("carries files in the chat both ways, and a ready-made reply", async ({ page, browser, baseURL, watch }) => {
  const started = await startForm(baseURL, form);
  await started.call("transactions.process");
  await signIn(page, started.tokens);
  await openForm(page, started);
  await page.getByRole("button", { name: "Support chat" }).click();
  const chat = page.getByRole("dialog");
  await expect(chat.getByText(/^We (usually answer within|are back)/)).toBeVisible();
  const files = chat.getByRole("button", { name: "Download marksheet.pdf" });
  const text = chat.getByRole("textbox", { name: "Your message" });
  await text.fill("Is it sharp enough?");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
  // The file is chosen while the message is on its way.
  await chat.locator("input[type=file]").setInputFiles(await makeMarksheet());
  await expect(files).toHaveCount(1);

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL });
  await watch.add(desk);
  const support = await desk.newPage();
  await support.goto(`/console/chats?orgId=${form.orgId}`);
  await support.getByRole("button", { name: "SANDBOX: sign in as support" }).click();
  await support.getByRole("link", { name: "Asha Verma" }).click();
  const drawn = support.getByRole("region", { name: "Files" }).getByRole("img", { name: "Page 1" });
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);

  const box = support.getByRole("textbox", { name: "Your answer" });
  await box.fill("Thank you.");
  await support.getByRole("combobox", { name: "Ready-made replies" }).selectOption({ label: "Anything else?" });
  const reply = "I am glad that it works now, Asha Verma. Can I do anything else for you?";
  await expect(box).toHaveValue(`Thank you.\n${reply}`);
  await support.getByRole("button", { name: "Send the answer" }).click();
  await expect(chat.getByRole("log")).toContainText(reply);
  await support.locator("input[type=file]").setInputFiles(await makeMarksheet());
  await expect(files).toHaveCount(2);
  const saved = page.waitForEvent("download");
  await files.last().click();
  expect((await saved).suggestedFilename()).toBe("marksheet.pdf");
});
