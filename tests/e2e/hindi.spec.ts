import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { isEnglish } from "../support/english-words.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { expect, test } from "./watched.ts";

// A Hindi page contains no English except names and typed text. The fixtures in Hindi have a test of their snapshots.

/** Latin-script text on the page, visible or accessible, except names. Language names are in their own script. */
async function findEnglish(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const words: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !parent.closest("script, style, noscript, [lang='en']")) words.push(node.textContent ?? "");
    }
    const attributes = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
    for (const attribute of attributes)
      for (const element of document.querySelectorAll(`body [${attribute}]`))
        words.push(element.getAttribute(attribute) ?? "");
    return words;
  });
  return said.filter(isEnglish);
}

const { texts } = JSON.parse(readFileSync("schemas/locales/hi.json", "utf8")) as { texts: Record<string, string> };
/** The Hindi translation of an English text with its placeholders filled. */
const hindi = (english: string, values: Record<string, unknown> = {}) =>
  fillPlaceholders(texts[english] ?? english, values);

test("shows signing up, a wrong code, a form and its errors in Hindi", async ({ page, baseURL }) => {
  const api = new ApiClient(baseURL);
  const mobile = randomMobile("+9197########");
  const button = (english: string) => page.getByRole("button", { name: hindi(english), exact: true });
  const field = (english: string) => page.getByRole("textbox", { name: hindi(english) });
  const expectHindi = async () => expect(await findEnglish(page)).toEqual([]);

  await page.goto("/ekyc/background-check?orgId=harbour&lang=hi");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(button("Start Verification")).toBeVisible();
  await expectHindi();
  await button("Start Verification").click();

  await expect(page.getByRole("heading", { name: hindi("Sign up / Login") })).toBeVisible();
  await expectHindi();
  await field("Mobile number").fill("12");
  await button("Continue").click();
  await expect(page.getByRole("heading", { name: hindi("There is a problem") })).toBeVisible();
  await expectHindi();
  await field("Mobile number").fill(mobile.slice(3));
  await button("Continue").click();
  await field("Full name").fill("Asha Verma");
  await expectHindi();
  await button("Continue").click();

  await expect(field("One-time password")).toBeVisible();
  const [sms] = await api.outbox(mobile);
  expect(sms?.text).toContain("आपका वन-टाइम पासवर्ड");
  await field("One-time password").fill(sms?.otp === "000000" ? "111111" : "000000");
  await button("Verify").click();
  await expect(page.getByText(hindi("Invalid OTP. {n} attempts left", { n: 2 })).first()).toBeVisible();
  await expectHindi();
  await field("One-time password").fill(sms?.otp ?? "");
  await button("Verify").click();

  await button("Start Verification").click();
  const start = page.getByRole("dialog", { name: hindi("Start your verification") });
  await expect(start).toBeVisible();
  await expectHindi();
  await start.getByRole("button", { name: hindi("Start"), exact: true }).click();

  // Errors that only the server can find: a wrong check digit, or a number outside the sandbox's range.
  await page.getByRole("radio", { name: hindi("Aadhaar") }).check();
  await expectHindi();
  await button("Continue").click();
  await page.getByRole("checkbox").check();
  for (const [number, refusal] of [
    ["999941057059", "Enter a valid Aadhaar number"],
    ["234123412346", "This is a sandbox. Use a number that starts with 9999, never a real one"],
  ] as const) {
    await field("Aadhaar number").fill(number);
    await button("Send OTP").click();
    await expect(page.getByText(hindi(refusal)).first()).toBeVisible();
    await expectHindi();
  }
  await field("Aadhaar number").fill("999941057058");
  await button("Send OTP").click();
  await expect(field("One-time password")).toBeVisible();
  await expectHindi();
  const [second] = await api.outbox(mobile);
  await field("One-time password").fill(second?.otp ?? "");
  await button("Verify").click();

  // A form reports what is missing, and a file what is wrong with it.
  const tile = page.getByRole("button", { name: new RegExp(`^${hindi("Employment")}`) }).first();
  await expect(tile.or(button("Start Verification")).first()).toBeVisible();
  await page.goto("/ekyc/background-check?orgId=harbour");
  await button("Start Verification").or(button("View Verification")).click();
  // The start was confirmed before, so it goes on by itself.
  await expect(tile).toBeVisible();
  await expect(start).toHaveCount(0);
  await expectHindi();
  await tile.click();
  await expect(button("Submit")).toBeVisible();
  await button("Submit").click();
  await expect(page.getByRole("heading", { name: hindi("There is a problem") })).toBeVisible();
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "1.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n%%EOF"),
    });
  await expect(page.getByText(hindi("File size should be more than 40 KB")).first()).toBeVisible();
  await expectHindi();

  for (const path of ["/", "/notifications", "/profile", "/instructions", "/terms", "/privacy-policy"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expectHindi();
  }
});
