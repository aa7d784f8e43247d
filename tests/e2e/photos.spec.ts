import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import { chromium } from "playwright";
import type { Corners, Point } from "#engine/vision/picture/perspective.ts";
import { cameraArgs, chromiumLaunch } from "../support/browser.ts";
import { layouts } from "../tools/sample-documents/layouts.ts";
import { expose, photograph } from "../tools/sample-documents/photograph.ts";
import { createRandom } from "../tools/sample-documents/random.ts";
import { print, toImage } from "../tools/sample-documents/raster.ts";
import { startForm, openTile } from "./forms-candidate.ts";
import { inOwnBrowser } from "./own-server.ts";
import { expect, test as watched } from "./watched.ts";

// A video of one image: a marksheet on a desk, seen at an angle.
const folder = mkdtempSync(path.join(tmpdir(), "sanad-film-"));
const film = path.join(folder, "paper.mjpeg");
const frame = { width: 1200, height: 1600 };
/** A corner of an A4 sheet, slightly rotated and tilted by twenty degrees, as a phone sees it. */
const see = (x: number, y: number): Point => {
  const [turn, lean] = [0.06, 0.35];
  const across = x * Math.cos(turn) - y * Math.sin(turn);
  const along = x * Math.sin(turn) + y * Math.cos(turn);
  const lens = (0.72 * frame.height) / (280 + along * Math.sin(lean));
  return [frame.width / 2 + across * lens, frame.height / 2 + along * Math.cos(lean) * lens];
};
const corners: Corners = [see(-105, -148), see(105, -148), see(105, 148), see(-105, 148)];

const camera = chromiumLaunch();
const args = [...camera.args, ...cameraArgs, `--use-file-for-fake-video-capture=${film}`];
const test = watched.extend(inOwnBrowser(() => chromium.launch({ ...camera, args }), { permissions: ["camera"] }));
test.beforeAll(async () => {
  const random = createRandom(3, "film");
  const page = await print(layouts[0]!(random), 150);
  const taken = await photograph(random, page, { ...frame, background: "wood", corners });
  writeFileSync(
    film,
    await toImage(expose(random, taken, 2))
      .jpeg({ quality: 90 })
      .toBuffer(),
  );
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("photographs two pages for the 10th Marksheet, rotates, reorders and uploads them as one PDF", async ({
  page,
}) => {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "10th Marksheet");
  await page.getByRole("button", { name: "Take photos" }).click();
  const dialog = page.getByRole("dialog", { name: "Marksheet" });
  const shutter = dialog.getByRole("button", { name: "Capture" });
  await expect(shutter).toBeFocused();
  await expect(dialog.getByRole("status").filter({ hasText: "Good. Take the photo" })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("img", { name: "Page 1 of 1" })).toBeVisible();
  await dialog.getByRole("button", { name: "Add another page" }).click();
  await expect(shutter).toBeFocused();
  await expect(dialog.getByRole("status").filter({ hasText: "Good. Take the photo" })).toBeVisible();
  await page.keyboard.press("Enter");
  const second = dialog.getByRole("group", { name: "Page 2 of 2" });
  await expect(second).toBeVisible();
  // Rotates the second page and moves it to the front.
  await second.getByRole("button", { name: "Turn" }).click();
  await second.getByRole("button", { name: "Move earlier" }).click();
  await expect(dialog.getByRole("group", { name: "Page 1 of 2" })).toBeVisible();
  const stored = page.waitForResponse(
    (one) => one.url().includes("/api/1.0/files") && one.request().postData()?.includes("uploadId") === true,
  );
  await dialog.getByRole("button", { name: "Use these pages" }).click();
  await expect(dialog).toBeHidden();
  // The check's warning about a sideways page appears as for any other file.
  await expect(page.getByText(/^Page 1: It is sideways/)).toBeVisible();
  await page.getByRole("button", { name: "Proceed Anyway" }).click();
  await expect(page.getByRole("button", { name: "View Marksheet.pdf" })).toBeVisible();
  await expect(page.getByText("Uploaded", { exact: true })).toBeVisible();
  const answer = await (await stored).json();
  const { authorization } = (await stored).request().headers();
  const bytes = await (
    await page.request.get(answer.data.fileUrl, { headers: { authorization: authorization! } })
  ).body();
  const sizes = (await PDFDocument.load(bytes)).getPages().map((one) => one.getWidth() / one.getHeight());
  // The aspect ratio of the sheet, once landscape and once portrait, and not that of the camera image.
  expect(sizes.map((shape) => shape.toFixed(1))).toEqual(["1.4", "0.7"]);
});
