import { chromium } from "playwright";
import { existsSync } from "node:fs";
const base = "http://localhost:4177";
const exe = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync) ?? chromium.executablePath();
const [w = "1280", h = "800", scheme = "light"] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: exe, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({
  viewport: { width: +w, height: +h },
  colorScheme: scheme,
  locale: "en-IN",
  timezoneId: "Asia/Kolkata",
  reducedMotion: "reduce",
});
const page = await context.newPage();
page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log("console:", m.text()));
page.on("pageerror", (e) => console.log("pageerror:", e.message));
page.on("response", (r) => r.status() >= 400 && console.log(r.status(), r.url()));
const shot = (n) => page.screenshot({ path: `/tmp/sanad/shots/${n}-${w}-${scheme}.png` });
await page.goto(base + "/console?orgId=" + (process.env.ORG ?? "gce"));
await page.getByRole("heading", { level: 1 }).waitFor({ timeout: 60000 });
await shot("signin");
await page
  .getByRole("button", { name: "SANDBOX: sign in as " + (process.env.ROLE ?? "verifier") })
  .click({ timeout: 30000 });
await page.getByRole("heading", { name: "Queue" }).waitFor({ timeout: 60000 });
await page.waitForTimeout(1500);
await shot("queue");
console.log(page.url());
if (process.env.STOP === "queue") {
  await browser.close();
  process.exit();
}
await page.getByRole("table").getByRole("link").first().click();
await page.getByText("Answers").first().waitFor();
await page.waitForTimeout(3500);
await shot("case");
await page
  .getByRole("radio", { name: "Ask for more" })
  .click()
  .catch((e) => console.log(e.message));
await page.waitForTimeout(600);
await page.getByRole("radio", { name: "Ask for more" }).scrollIntoViewIfNeeded();
await shot("ask");
await page.screenshot({ path: `/tmp/sanad/shots/case-full-${w}-${scheme}.png`, fullPage: true });
await browser.close();
