import { chromium } from "playwright-core";
import { ApiClient } from "./tests/tools/replay/api-client.ts";
import { randomMobile } from "./tests/tools/replay/variables.ts";
const base = "http://localhost:4297";
const api = new ApiClient(base);
const orgId = "gce", formId = "education-evaluation";
for (const name of ["Asha Verma", "Ravi Iyer", "Nandini Rao"]) {
  const mobile = randomMobile("+9194########");
  await api.sandbox("POST", "session", { mobile, name, identity: true });
  await api.sandbox("POST", "transaction", { mobile, orgId, formId, state: "IN_PROGRESS" });
}
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const open = async (role: string, w = 1280, h = 800) => {
  const context = await browser.newContext({ baseURL: base, viewport: { width: w, height: h }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("ERR", e.message));
  page.on("console", (m) => m.type() === "error" && console.log("CON", m.text()));
  await page.goto(`/console/join?orgId=${orgId}`);
  const r = await page.evaluate(async ([role, orgId]) => (await fetch("/console/api/1.0/staff/sign-ins/sandbox", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ role, orgId }) })).status, [role, orgId]);
  console.log(role, r);
  return page;
};
const shot = async (page: any, name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/sanad/fin-${name}.png`, fullPage: true }); };
const fred = await open("finance");
await fred.goto(`/console/orders?orgId=${orgId}`);
await shot(fred, "orders");
await fred.getByRole("link", { name: /Asha Verma/ }).first().click();
await shot(fred, "order");
await fred.getByRole("button", { name: "Refund", exact: true }).click();
await fred.getByRole("radio", { name: "A part" }).check();
await fred.getByRole("textbox", { name: "Amount" }).fill("50.50");
await fred.getByRole("combobox", { name: "Why" }).selectOption({ index: 2 }).catch(async () => { await fred.getByRole("combobox", { name: "Why" }).click(); await fred.getByRole("option").nth(1).click(); });
await shot(fred, "refund-form");
await fred.getByRole("button", { name: "Refund", exact: true }).click();
await shot(fred, "refunded");
const url = fred.url();
// whole
await fred.getByRole("button", { name: "Refund", exact: true }).click();
await fred.getByRole("combobox", { name: "Why" }).click().catch(() => {});
await fred.getByRole("combobox", { name: "Why" }).selectOption({ index: 1 }).catch(() => fred.getByRole("option").nth(0).click());
await fred.getByRole("textbox", { name: "Anything else" }).fill("Agreed on the phone.");
await fred.getByRole("button", { name: "Refund", exact: true }).click();
await shot(fred, "approval-needed");
const lena = await open("finance-lead");
await lena.goto(`/console/approvals?orgId=${orgId}`);
await shot(lena, "approvals");
const small = await open("finance-lead", 390, 844);
await small.goto(`/console/approvals?orgId=${orgId}`);
await shot(small, "approvals-390");
await small.goto(`/console/orders?orgId=${orgId}`);
await shot(small, "orders-390");
await small.goto(url);
await shot(small, "order-390");
await small.getByRole("button", { name: "Refund", exact: true }).click();
await shot(small, "refund-390");
if (await lena.getByRole("button", { name: /^Approve/ }).count()) {
  await lena.getByRole("button", { name: /^Approve/ }).first().click();
  await shot(lena, "approved");
  await fred.reload();
  await shot(fred, "ready");
  await fred.getByRole("button", { name: /Refund .* now/ }).click();
  await shot(fred, "done");
}
const aud = await open("auditor");
await aud.goto(url);
await shot(aud, "auditor");
await browser.close();
