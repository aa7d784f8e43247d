import type { Locator } from "playwright/test";
import { startJourney, openForm, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// The frame around every screen: video, brand, help tabs, menu drawer, back. Animations are on, because swipes continue
// after the finger lifts.
test.use({ hasTouch: true, contextOptions: { reducedMotion: "no-preference" } });

/** Drags a finger over the middle of an element, by this many pixels in this many moves. */
async function swipe(over: Locator, byX: number, moves: number): Promise<void> {
  const box = (await over.boundingBox())!;
  const touch = await over.page().context().newCDPSession(over.page());
  const y = box.y + Math.min(box.height, 400) / 2;
  const startX = box.x + box.width / 2 - byX / 2;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send("touchStart", startX);
  for (let move = 1; move <= moves; move += 1) await send("touchMove", startX + (byX * move) / moves);
  await send("touchEnd");
}

test("swipes help from the instructions to the questions and back, and keeps the search", async ({ page }) => {
  await page.goto("/instructions?orgId=gce");
  const panel = page.getByRole("tabpanel");
  await panel.waitFor();
  await swipe(panel, -100, 100);
  await expect(page).toHaveURL(/\/instructions\?orgId=gce/);
  await swipe(panel, -200, 4);
  await expect(page).toHaveURL(/\/faq\?orgId=gce/);
  await page.getByRole("heading", { name: "How much does it cost?" }).waitFor();
  await swipe(panel, 240, 60);
  await expect(page).toHaveURL(/\/instructions\?orgId=gce/);
});

test("moves the menu drawer with the finger: it closes after a swipe and stays after a short move", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("navigation", { name: "Main" })).toBeVisible();
  await swipe(drawer, -200, 4);
  await expect(drawer).toBeVisible();
  await swipe(drawer, 60, 60);
  await expect(drawer).toHaveCSS("transform", "none");
  await expect(drawer).toBeVisible();
  await swipe(drawer, 200, 4);
  await expect(drawer).toHaveCount(0);
});

test("shows the brand while the wallet loads", async ({ page }) => {
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route("**/config/manifest*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login");
  const logo = page.locator("[aria-busy] img");
  await expect.poll(() => logo.evaluate((picture: HTMLImageElement) => picture.naturalWidth > 0)).toBe(true);
  go();
  await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
});

test("shows a visitor the server-rendered placeholder while no file has loaded", async ({ page, watch }) => {
  await page.route("**/assets/**", (route) => route.abort());
  await page.goto("/login");
  const button = page.locator("#server-placeholder .p-button");
  await expect(button).toHaveCSS("height", "44px");
  expect(await page.locator("script[type=module][src]:not([fetchpriority=low])").count()).toBe(0);
  watch.faults.length = 0;
});

test("runs a form from edge to edge on a phone, with padding around its text", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page, started);
  const tile = page.getByRole("button", { name: /^10th Marksheet/ });
  const left = async (of: Locator) => (await of.boundingBox())!;
  expect(await left(tile)).toMatchObject({ x: 0, width: 390 });
  await expect(page.getByRole("main")).toHaveCSS("padding-left", "0px");
  expect((await left(page.getByRole("heading", { level: 1 }))).x).toBe(16);
  expect((await left(tile.getByText("10th Marksheet"))).x).toBeGreaterThanOrEqual(16);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 800, height: 844 });
  expect((await left(tile)).x).toBeGreaterThanOrEqual(24);
});

test("opens the video on a phone and a wide window with controls, without download, and closes it by keyboard", async ({
  page,
  baseURL,
}) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "Watch Demo" });
  const film = dialog.locator("video");
  for (const [name, width, height] of [
    ["Watch Demo New", 390, 844],
    ["Watch Demo New", 1280, 800],
    ["Watch Demo", 1280, 800],
  ] as const)
    await test.step(`${name}, ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      if (width < 1024) await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("button", { name, exact: true }).click();
      await expect(film).toHaveAttribute("controls", "");
      await expect(film).toHaveAttribute("controlslist", "nodownload");
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
      expect(await film.evaluate((video) => video.getBoundingClientRect().bottom)).toBeLessThan(height);
      await page.keyboard.press("Escape");
      await expect(film).toHaveCount(0);
    });
});

test("goes back to nothing from sign-in, to the root from a form, and to home from a page opened by address", async ({
  page,
  baseURL,
}) => {
  const back = page.getByRole("button", { name: "Back" });
  await page.goto("/login");
  await page.getByRole("heading", { name: "Sign up / Login" }).waitFor();
  await expect(back).toHaveCount(0);
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await openForm(page, started);
  await back.click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${baseURL}/terms`);
  await other.getByRole("button", { name: "Back" }).click();
  await expect(other.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});

test("reports a video player that fails to load, and opens it on retry", async ({ page, baseURL, watch }) => {
  const { tokens } = await startJourney(baseURL);
  await signIn(page, tokens);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your verifications" }).waitFor();
  await page.route("**/assets/DemoDialog-*", (route) => route.abort());
  const ask = async () => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: /^Watch Demo/ }).click();
  };
  await ask();
  await expect(page.getByText("We could not load this.")).toBeVisible();
  await page.unroute("**/assets/DemoDialog-*");
  await ask();
  await expect(page.getByRole("dialog", { name: "Watch Demo" })).toBeVisible();
  watch.faults.splice(0, watch.faults.length, ...watch.faults.filter((fault) => !fault.includes("ERR_FAILED")));
});
