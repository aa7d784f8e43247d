import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { FrameLocator, Locator, Page } from "playwright/test";
import { appRoot } from "#server/root.ts";
import { buildWorkbench, toWorkbenchUrl } from "#server/workbench/workbench.ts";
import { listOwnCode } from "../support/test-assets.ts";
import { startServer, type RunningServer } from "../tools/replay/server.ts";
import { expect, test as base } from "./own-server.ts";

// The authors' workbench with the built app, on definitions that change during the test.
const test = base.extend({
  baseURL: async ({ playwright: _playwright }, provide) => provide(url),
});
test.use({ viewport: { width: 1440, height: 900 } });

let folder: string;
let server: RunningServer;
let workbench: FastifyInstance;
let url: string;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-workbench-"));
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
  server = await startServer({ SCHEMAS_DIR: folder, WATCH: "1" });
  workbench = await buildWorkbench({
    appUrl: `http://127.0.0.1:${server.port}`,
    schemasDir: folder,
    webDir: path.join(appRoot, "dist/workbench"),
  });
  await workbench.listen({ port: 0, host: "127.0.0.1" });
  url = toWorkbenchUrl((workbench.server.address() as { port: number }).port);
});
test.afterAll(async () => {
  await workbench?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const change = (file: string, edit: (text: string) => string) => {
  const place = path.join(folder, file);
  const before = readFileSync(place, "utf8");
  writeFileSync(place, edit(before));
  return () => writeFileSync(place, before);
};
const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);
/** Presses a part of a frame by its position on the page, because frames are scaled down. */
async function pressInFrame(page: Page, part: Locator, mark: Locator): Promise<void> {
  const frame = (await page.locator("iframe").first().boundingBox())!;
  const [x, y, width] = await part.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [box.x + 20, box.y + box.height / 2, window.innerWidth] as const;
  });
  const scale = frame.width / width;
  await expect(async () => {
    await page.mouse.move(frame.x + x * scale, frame.y + y * scale - 1);
    await page.mouse.move(frame.x + x * scale, frame.y + y * scale);
    await expect(mark).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.mouse.click(frame.x + x * scale, frame.y + y * scale);
}
const inspector = (page: Page) => page.getByRole("complementary");

test("shows one screen side by side for two organisations, in two languages, light and dark", async ({ page }) => {
  await page.goto(`${url}?subject=screens/login&who=visitor&org=gce,lotus&lang=en,hi&theme=light,dark`);
  await expect(page.locator("iframe")).toHaveCount(8);
  // Eight apps start at once.
  await expect(frameOf(page, "lotus · hi · visitor · phone · dark").getByRole("heading", { level: 1 })).toBeVisible();
  const shade = (title: string) =>
    frameOf(page, title)
      .getByRole("heading", { level: 1 })
      .evaluate((heading) => getComputedStyle(heading).color);
  const [light, dark] = ["light", "dark"].map((theme) => `gce · en · visitor · phone · ${theme}`) as [string, string];
  for (const title of [light, dark]) await expect(frameOf(page, title).getByRole("textbox").first()).toBeVisible();
  expect(await shade(dark)).not.toBe(await shade(light));
});

test("shows candidates in two states side by side, each with their own data", async ({ page }) => {
  await page.goto(`${url}?subject=screens/form&org=harbour&who=PENDING,COMPLETED`);
  await expect(frameOf(page, "harbour · en · PENDING · phone · light").getByText("0 of 5 steps done")).toBeVisible();
  await expect(page.locator("figure", { hasText: "COMPLETED" }).locator("code")).toHaveText("form");
  await expect(frameOf(page, "harbour · en · COMPLETED · phone · light").getByText("0 of 5 steps done")).toHaveCount(0);
});

test("shows file and line of the part under the pointer, and why a hidden part is hidden", async ({ page }) => {
  await page.goto(`${url}?subject=screens/login&who=visitor`);
  const frame = frameOf(page, "gce · en · visitor · phone · light");
  const heading = frame.getByRole("heading", { level: 1 });
  await heading.waitFor();
  await expect(page.getByRole("button", { name: "Parts" })).toBeEnabled();
  await page.getByRole("button", { name: "Point at a part" }).click();
  await pressInFrame(page, heading, frame.getByText("screens/login#heading"));
  const line = readFileSync(path.join(folder, "screens/wallet/login.json"), "utf8")
    .split("\n")
    .findIndex((text) => text.includes('"id": "heading"'));
  await expect(inspector(page).getByRole("link", { name: `screens/wallet/login.json:${line + 1}:` })).toBeVisible();

  await inspector(page)
    .getByRole("button", { name: /otp-step.* not shown/ })
    .click();
  await expect(inspector(page)).toContainText("when: no");
  await expect(inspector(page).getByRole("row", { name: "view.step" })).toContainText('"mobile"');

  // The reasons of a field, too: the number is visible and required.
  await inspector(page)
    .getByRole("button", { name: /^\/\w+ .*mobile|phone/ })
    .first()
    .click();
  await expect(inspector(page)).toContainText("require: yes");
  await expect(inspector(page).getByRole("link", { name: "forms/mobile.json:" })).toBeVisible();
});

test("shows a saved change by itself, keeps typed text, and shows a fault over the last valid frame", async ({
  page,
}) => {
  // The page itself reports when it shows the change, because the driver learns of it later.
  const shown = new Promise<number>((done) => page.exposeFunction("tellShown", () => done(Date.now())));
  await page.addInitScript(() => {
    const look = () =>
      document.body?.innerText.includes("Come in") && (globalThis as { tellShown?(): void }).tellShown?.();
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(`${url}?subject=screens/login&who=visitor`);
  const frame = frameOf(page, "gce · en · visitor · phone · light");
  await frame.getByRole("textbox").fill("9876543210");

  const began = Date.now();
  const takeBack = change("screens/wallet/login.json", (text) => text.replaceAll("Sign up / Login", "Come in"));
  await expect(frame.getByRole("heading", { name: "Come in" })).toBeVisible();
  console.log(`a saved change was shown after ${(await shown) - began} ms`);
  await expect(frame.getByRole("textbox")).toHaveValue("9876543210");
  takeBack();
  await expect(frame.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();

  await page.getByRole("button", { name: "Parts" }).first().click();
  await expect(inspector(page).getByRole("button", { name: /^heading/ })).toBeVisible();
  const rename = change("screens/wallet/login.json", (text) => text.replace('"id": "heading"', '"id": "headline"'));
  await expect(inspector(page).getByRole("button", { name: /^headline/ })).toBeVisible();
  rename();
  await expect(inspector(page).getByRole("button", { name: /^heading/ })).toBeVisible();

  const mend = change("screens/wallet/login.json", (text) => text.replace('"style": "title"', '"style": "titel"'));
  await expect(page.getByRole("alert")).toContainText('did you mean "title"');
  await expect(page.getByRole("status").first()).toContainText("The last good release is shown: 1 fault to fix");
  await expect(frame.getByText('did you mean "title"')).toBeVisible();
  await expect(frame.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
  mend();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(frame.getByText('did you mean "title"')).toHaveCount(0);
});

test("folds hundreds of findings of one kind into one line and keeps the frames in place", async ({ page }) => {
  await page.goto(`${url}?subject=screens/login&who=visitor`);
  const cell = page.locator("iframe");
  await expect(cell).toBeVisible();
  const takeBack = change("locales/hi.json", (text) => JSON.stringify({ ...JSON.parse(text), texts: {} }, null, 2));
  await expect(
    page.getByRole("alert").getByText(/locales\/hi\.json: \d{3,} × text\/missing-translation/),
  ).toBeVisible();
  expect((await cell.boundingBox())!.y).toBeLessThan(400);
  takeBack();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("shows a new request in every state, and the reason for states that are unavailable", async ({ page }) => {
  const request = path.join(folder, "organisations/lotus/alumni.json");
  const before = JSON.parse(readFileSync(path.join(folder, "organisations/lotus/admission.json"), "utf8"));
  const { minimumSet: _minimumSet, express: _express, ...rest } = before;
  writeFileSync(
    request,
    JSON.stringify({ ...rest, id: "alumni", name: "Alumni", verifications: before.verifications.slice(0, 3) }, null, 2),
  );
  await page.goto(`${url}?subject=screens/form&org=lotus&request=alumni&who=COMPLETED,SKIPPED`);
  await expect(frameOf(page, "lotus · en · COMPLETED · phone · light").getByText("3 of 3 verified")).toBeVisible();
  await expect(
    frameOf(page, "lotus · en · SKIPPED · phone · light").getByText("Skipped", { exact: true }).first(),
  ).toBeVisible();
  await expect(page.locator("figure .bad")).toHaveCount(0);

  await page.goto(`${url}?subject=screens/form&org=harbour&request=closed-drive&who=IN_PROGRESS`);
  await expect(page.locator("figure .bad")).toContainText("This state could not be made for this request because");

  await page.goto(`${url}?subject=screens/home&org=lotus`);
  await page.getByLabel("Screen or form").selectOption("forms/bgv-employment");
  await expect(page.getByRole("checkbox", { name: "PENDING", exact: true })).toBeChecked();
  await expect(page.locator("figure .bad")).toHaveText("No request of lotus includes bgv-employment.");
  rmSync(request);
});

test("shows a major change of a form to candidates who had started it", async ({ page }) => {
  await page.goto(`${url}?subject=forms/bgv-tenth&org=harbour&who=PENDING`);
  const frame = frameOf(page, "harbour · en · PENDING · phone · light");
  await expect(frame.getByLabel("Roll number")).toBeVisible();
  const takeBack = change("forms/marksheet.json", (text) => text.replaceAll('"Roll number"', '"Number on the sheet"'));
  await expect(frame.getByLabel("Number on the sheet")).toBeVisible();
  takeBack();
});

test("shows every message of a form at once", async ({ page }) => {
  await page.goto(`${url}?subject=forms/address&lang=en,hi&who=visitor`);
  const messages = page.getByRole("table").last();
  await expect(messages.getByRole("row", { name: "/line1 maxLength" })).toContainText("120");
  await expect(messages.getByRole("columnheader", { name: "hi" })).toBeVisible();
});

test("makes everything reachable by keyboard", async ({ page }) => {
  await page.goto(`${url}?subject=screens/login&who=visitor`);
  const organisation = page.getByRole("group", { name: /Organisation/ });
  await organisation.getByRole("checkbox", { name: "lotus" }).focus();
  await page.keyboard.press("Space");
  await expect(page.locator("iframe")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Parts" }).first()).toBeEnabled();
  await page.getByRole("button", { name: "Parts" }).first().press("Enter");
  await inspector(page)
    .getByRole("button", { name: /^heading/ })
    .press("Enter");
  await expect(inspector(page).getByRole("link", { name: "screens/wallet/login.json:" })).toBeVisible();
});

test("leaves no trace in the app's own files", () => {
  const code = listOwnCode(path.join(appRoot, "dist/web"));
  expect(code.length).toBeGreaterThan(20);
  for (const file of code) expect(readFileSync(file, "utf8"), file).not.toMatch(/workbench/i);
});
