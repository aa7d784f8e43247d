import { chromium } from "playwright";
import { existsSync } from "node:fs";
const base = "http://localhost:4177";
const exe = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync) ?? chromium.executablePath();
const browser = await chromium.launch({ executablePath: exe, args: ["--no-sandbox", "--disable-gpu"] });
for (const spec of process.argv.slice(2)) {
  const [size, scheme] = spec.split(":");
  const [w, h] = size.split("x");
  const context = await browser.newContext({
    viewport: { width: +w, height: +h },
    colorScheme: scheme,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log("console:", m.text()));
  page.on("pageerror", (e) => console.log("pageerror:", e.message));
  page.on("response", (r) => r.status() >= 400 && console.log(r.status(), r.url()));
  const shot = (n) => page.screenshot({ path: `/tmp/sanad/shots/${n}-${w}-${scheme}.png` });
  try {
    await page.goto(base + "/console?orgId=harbour");
    await page.getByRole("button", { name: "SANDBOX: sign in as verifier" }).click();
    await page.getByRole("heading", { name: "Queue" }).waitFor();
    await page.getByRole("table").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.waitForTimeout(500);
    await shot("queue");
    await page.keyboard.press("?");
    await page.waitForTimeout(300);
    await shot("keys");
    await page.keyboard.press("Escape");
    await page.getByRole("table").getByRole("link").nth(2).click();
    await page.getByText("Answers").first().waitFor();
    await page.waitForTimeout(2500);
    await shot("case");
    await page.getByRole("radio", { name: "Ask for more" }).click();
    await page.getByRole("combobox", { name: "Field" }).first().selectOption({ index: 2 });
    await page.getByRole("combobox", { name: "Why" }).first().selectOption({ index: 2 });
    await page.getByRole("button", { name: "Preview" }).scrollIntoViewIfNeeded();
    await shot("ask");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("The candidate will read").waitFor();
    await page.waitForTimeout(300);
    await page.getByRole("button", { name: "Send the decision" }).scrollIntoViewIfNeeded();
    await shot("preview");
  } catch (e) {
    console.log(e.message.slice(0, 600));
    await shot("failed");
  }
  await context.close();
}
await browser.close();
