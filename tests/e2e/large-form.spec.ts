import type { CDPSession, Page } from "playwright/test";
import { toTyped } from "../tools/bench/parts/forms/bench-form.ts";
import { serveBench } from "../tools/bench/parts/forms/site.ts";
import { beginOnce, expect, test as base } from "./own-server.ts";

// A large form as the app is built, without a server: typing that React does not see, where what the browser does by itself
// is what there is to break, and sections that are not laid out.
const site = beginOnce(
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
  // Every field is missed, so each says at once whether it heard of what is typed.
  await page.getByRole("button", { name: "Submit" }).click();
  await page.locator(error).waitFor();
  await page.locator(field).focus();
});

const text = () => page.locator(field).inputValue();
const isMissed = (missed: boolean) => page.locator(error).waitFor({ state: missed ? "attached" : "detached" });

/** The events of one press that reach React's root from above. */
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

test("a letter is typed and heard by the form, and by nobody below the window", async () => {
  expect(await press("a")).toEqual([]);
  expect(await text()).toBe("a");
  await isMissed(false);
  expect(await press("Backspace")).toEqual(["keydown", "keyup"]);
  expect(await text()).toBe("");
  await page.keyboard.press("Tab");
  await isMissed(true);
});

test("cut, undo and paste do what they do, and the form hears of each", async () => {
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

test("an input method composes, gives up and composes again", async () => {
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

test("a caret in the middle stays there, and so it does where a letter is taken away", async () => {
  await page.keyboard.type("abcd");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("XY");
  expect(await text()).toBe("abXYcd");
  await page.keyboard.press("Home");
  await page.keyboard.type(" ");
  expect(await text()).toBe("abXYcd");
});

test("Enter sends the form, with what was typed", async () => {
  await page.keyboard.type("Asha");
  const before = await page.getByRole("alert").getByRole("link").count();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "alert");
  expect(await page.getByRole("alert").getByRole("link").count()).toBe(before);
});

test("sections far from the window are not laid out, and the page is as high as it will be", async ({ baseURL }) => {
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
  // Of six sections of ten fields a window holds less than one; the browser lays out the next as well.
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
