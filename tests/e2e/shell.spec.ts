import type { Page } from "playwright/test";
import { beginJourney, openForm, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// The frame around every screen: the film, who stands behind the wallet, the help's panels under a finger, the way back.
test.use({ hasTouch: true });

/** Drags a finger over the middle of what is found, by so many pixels in so many moves. */
async function swipe(page: Page, byX: number, moves: number): Promise<void> {
  const box = (await page.getByRole("tabpanel").boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const y = box.y + Math.min(box.height, 400) / 2;
  const startX = box.x + box.width / 2 - byX / 2;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send("touchStart", startX);
  for (let move = 1; move <= moves; move += 1) await send("touchMove", startX + (byX * move) / moves);
  await send("touchEnd");
}

test("help is swiped from the instructions to the questions and back, with the search kept", async ({ page }) => {
  await page.goto("/instructions?orgId=gce");
  await page.getByRole("tabpanel").waitFor();
  await swipe(page, -100, 100);
  await expect(page).toHaveURL(/\/instructions\?orgId=gce/);
  await swipe(page, -200, 4);
  await expect(page).toHaveURL(/\/faq\?orgId=gce/);
  await swipe(page, 240, 60);
  await expect(page).toHaveURL(/\/instructions\?orgId=gce/);
});

for (const width of [390, 1280])
  test(`the film opens at ${width} px, with controls and without download, and the keyboard closes it`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const begun = await beginJourney(baseURL);
    await signIn(page, begun.tokens);
    await page.goto("/");
    if (width < 1024) await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: "Watch Demo New" }).click();
    const film = page.getByRole("dialog", { name: "Watch Demo" }).locator("video");
    await expect(film).toHaveAttribute("controls", "");
    await expect(film).toHaveAttribute("controlslist", "nodownload");
    await page.keyboard.press("Escape");
    await expect(film).toHaveCount(0);
  });

test("the intro and the sign-in page say with whom and by whom the wallet is run", async ({ page }) => {
  for (const path of ["/ekyc/education-evaluation?orgId=gce", "/login"]) {
    await page.goto(path);
    await expect(page.getByText("In partnership with Rashtra Skills Council")).toBeVisible();
    await expect(page.getByText("Powered by Sanad")).toBeVisible();
  }
});

test("back leads nowhere from sign-in, to the root from a form, and home from a page that was opened by its address", async ({
  page,
  baseURL,
}) => {
  const back = page.getByRole("button", { name: "Back" });
  await page.goto("/login");
  await page.getByRole("heading", { name: "Sign up / Login" }).waitFor();
  await expect(back).toHaveCount(0);
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  await back.click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${baseURL}/terms`);
  await other.getByRole("button", { name: "Back" }).click();
  await expect(other.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});
