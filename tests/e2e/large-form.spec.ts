import type { CDPSession, Page } from "playwright/test";
import { toTyped } from "../tools/bench/parts/forms/bench-form.ts";
import { serveBench } from "../tools/bench/parts/forms/site.ts";
import { startOnce, expect, test as base } from "./own-server.ts";

// A large form of the built app without a server. It tests typing that bypasses React, where native editing could
// break, and sections that skip layout.
const site = startOnce(
  () => serveBench([30, 60]),
  (served) => served.close(),
);
const test = base.extend({
  baseURL: async ({ playwright: _playwright }, provide) => provide((await site()).origin),
});
let page: Page;
let keys: CDPSession;
const field = `[id$="${toTyped(30)}"]`;
const error = `[id$="${toTyped(30)}-error"]`;

test.beforeEach(async ({ page: own, baseURL }) => {
  page = own;
  keys = await page.context().newCDPSession(page);
  await page.goto(`${baseURL}/?c=ours&n=30`);
  await page.evaluate(() => window.benchReady);
  // Every field now has an error, which disappears when the form receives its text.
  await page.getByRole("button", { name: "Submit" }).click();
  await page.locator(error).waitFor();
  await page.locator(field).focus();
});

const text = () => page.locator(field).inputValue();
const isMissed = (missed: boolean) => page.locator(error).waitFor({ state: missed ? "attached" : "detached" });

/** The events of one key press that reach React's root in the capture phase. */
async function press(key: string): Promise<string[]> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ["keydown", "keypress", "textInput", "input", "keyup"])
      document.body.addEventListener(type, () => heard.push(type), { capture: true, once: true });
  });
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test("delivers a typed letter to the form and to no listener below the window", async () => {
  expect(await press("a")).toEqual([]);
  expect(await text()).toBe("a");
  await isMissed(false);
  expect(await press("Backspace")).toEqual(["keydown", "keyup"]);
  expect(await text()).toBe("");
  await page.keyboard.press("Tab");
  await isMissed(true);
});

test("delivers cut, undo and paste to the form", async () => {
  await page.keyboard.type("Asha");
  await isMissed(false);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  expect(await text()).toBe("");
  await page.keyboard.press("Tab");
  await isMissed(true);
  await page.locator(field).focus();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await text()).toBe("Asha");
  await isMissed(false);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect(await text()).toBe("");
  await page.keyboard.press("ControlOrMeta+v");
  expect(await text()).toBe("Asha");
});

test("supports an input method that composes, cancels and composes again", async () => {
  await page.keyboard.type("x");
  await keys.send("Input.imeSetComposition", { text: "न", selectionStart: 1, selectionEnd: 1 });
  expect(await text()).toBe("xन");
  await keys.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
  expect(await text()).toBe("x");
  await keys.send("Input.imeSetComposition", { text: "नम", selectionStart: 2, selectionEnd: 2 });
  await keys.send("Input.insertText", { text: "नम" });
  await page.keyboard.type("y");
  expect(await text()).toBe("xनमy");
  await page.keyboard.press("Tab");
  await isMissed(false);
});

test("keeps the caret in the middle after typing and deleting", async () => {
  await page.keyboard.type("abcd");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("XY");
  expect(await text()).toBe("abXYcd");
  await page.keyboard.press("Home");
  await page.keyboard.type(" ");
  expect(await text()).toBe("abXYcd");
});

test("submits the form with the typed text on Enter", async () => {
  await page.keyboard.type("Asha");
  const before = await page.getByRole("alert").getByRole("link").count();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "alert");
  expect(await page.getByRole("alert").getByRole("link").count()).toBe(before);
});

test("skips the layout of sections far from the window and keeps the page's final height", async ({ baseURL }) => {
  await page.addInitScript(() => {
    const shown = new Set<EventTarget | null>();
    Object.assign(window, { shown });
    document.addEventListener(
      "contentvisibilityautostatechange",
      (event) => {
        if (!(event as ContentVisibilityAutoStateChangeEvent).skipped) shown.add(event.target);
      },
      { capture: true },
    );
  });
  await page.goto(`${baseURL}/?c=ours&n=60`);
  await page.evaluate(() => window.benchReady);
  // The window shows less than one of six sections, and the browser lays out the next one as well.
  expect(await page.evaluate(() => (window as unknown as { shown: Set<unknown> }).shown.size)).toBeLessThan(4);
  const last = page.locator("fieldset").last().locator("input").first();
  const laidOut = () => last.evaluate((control) => control.checkVisibility({ contentVisibilityAuto: true }));
  expect(await laidOut()).toBe(false);
  const guessed = await page.evaluate(() => document.documentElement.scrollHeight);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(laidOut).toBe(true);
  await page.addStyleTag({ content: "* { content-visibility: visible !important; }" });
  const real = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(guessed / real).toBeGreaterThan(0.9);
  expect(guessed / real).toBeLessThan(1.2);
});
