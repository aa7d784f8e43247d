import type { Page } from "playwright/test";
import { expect, test } from "./own-server.ts";
import { cameraContext } from "../tools/replay/camera.ts";
import { makePicture } from "../server/files/sample-documents.ts";
import { startForm, openTile, type FormsCandidate } from "./forms-candidate.ts";

test.use(cameraContext);

const current = (page: Page) => page.getByRole("group", { name: "Current Address" });
const permanent = (page: Page) => page.getByRole("group", { name: "Permanent Address" });

async function openAddress(page: Page, options: { agentId?: string } = {}): Promise<FormsCandidate> {
  const asha = await startForm(page, "harbour", "background-check", options);
  await asha.open();
  await openTile(page, "Address");
  return asha;
}

async function fill(page: Page): Promise<void> {
  await current(page).getByRole("textbox", { name: "Pincode" }).fill("560001");
  await expect(current(page).getByRole("combobox", { name: "State" })).toHaveValue("KA");
  await current(page).getByRole("textbox", { name: "Line 1" }).fill("4 Lake Road");
  await page.getByRole("checkbox", { name: "Same as current address" }).check();
  await expect(permanent(page)).toHaveCount(0);
}

async function takePhoto(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Take photo" }).click();
  const camera = page.getByRole("dialog", { name: "Photo of your home" });
  await camera.getByRole("button", { name: "Capture" }).click();
  await camera.getByRole("button", { name: "Proceed" }).click();
}

test("fills in what the directory knows of a pincode, and lets the candidate change it", async ({ page }) => {
  await openAddress(page);
  const pincode = current(page).getByRole("textbox", { name: "Pincode" });
  const state = current(page).getByRole("combobox", { name: "State" });
  const district = current(page).getByRole("textbox", { name: "District" });
  await pincode.fill("11a00 01");
  await expect(pincode).toHaveValue("110001");
  await expect(state).toHaveValue("DL");
  await expect(district).toHaveValue("New Delhi");
  await district.fill("Central Delhi");
  await current(page).getByRole("textbox", { name: "Line 1" }).fill("1 Ring Road");
  await expect(district).toHaveValue("Central Delhi");
  await pincode.fill("500001");
  await expect(state).toHaveValue("TG");
  await pincode.fill("194101");
  await expect(state).toHaveValue("LA");
  await pincode.fill("1941017");
  await expect(pincode).toHaveValue("194101");
  expect(await state.locator("option").count()).toBe(37);
  await pincode.fill("000000");
  await state.selectOption("GA");
  await expect(state).toHaveValue("GA");
});

test("stores two addresses and a live photo with position and map, and shows them again", async ({ page }) => {
  const asha = await openAddress(page);
  await fill(page);
  await takePhoto(page);
  await expect(page.getByText("Photo taken")).toBeVisible();
  await expect(page.getByText("12.97160, 77.59460", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Address/ }).first()).toContainText("Submitted");
  const { data } = (await asha.held("bgv-address")).responseList[0];
  expect(data).toMatchObject({
    sameAsCurrent: true,
    currentAddress: { pincode: "560001", line1: "4 Lake Road", state: "KA", country: "India" },
    photo: {
      latitude: 12.9716,
      longitude: 77.5946,
      accuracy: 20,
      address: { state: "Karnataka", country: "India" },
      imageUrl: expect.stringMatching(/^\/utility\/api\/1\.0\/files\//),
      mapImage: expect.stringMatching(/^\/utility\/api\/1\.0\/files\//),
    },
  });
  expect(data.currentAddress).not.toHaveProperty("careOf");
  expect(data.permanentAddress ?? data.currentAddress).toMatchObject({ pincode: "560001" });
  await page.getByRole("button", { name: "Edit Address" }).click();
  await expect(page.getByText("12.97160, 77.59460", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Take another photo" })).toBeVisible();
});

test("stops the camera after retake, flip and close", async ({ page }) => {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks = tracks;
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await real(wish);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await openAddress(page);
  const live = () =>
    page.evaluate(
      () =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter((track) => track.readyState === "live")
          .length,
    );
  await page.getByRole("button", { name: "Take photo" }).click();
  const camera = page.getByRole("dialog", { name: "Photo of your home" });
  await expect(camera.getByRole("button", { name: "Capture" })).toBeVisible();
  await camera.getByRole("button", { name: "Flip Camera" }).click();
  await camera.getByRole("button", { name: "Capture" }).click();
  await expect(camera.getByRole("button", { name: "Proceed" })).toBeVisible();
  await expect.poll(live).toBe(0);
  await camera.getByRole("button", { name: "Retake" }).click();
  await expect(camera.getByRole("button", { name: "Capture" })).toBeVisible();
  await expect.poll(live).toBe(1);
  await page.keyboard.press("Escape");
  await expect(camera).toHaveCount(0);
  await expect.poll(live).toBe(0);
  await expect(page.getByRole("button", { name: "Take photo" })).toBeFocused();
});

test("refuses a photo without a position and offers a way out", async ({ page, context }) => {
  await openAddress(page);
  await fill(page);
  await context.clearPermissions();
  await context.grantPermissions(["camera"]);
  await takePhoto(page);
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /denied|permission/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByText("Photo taken")).toHaveCount(0);
  await context.grantPermissions(["camera", "geolocation"]);
  await page.getByRole("button", { name: "Use this photo" }).click();
  await expect(page.getByText("Photo taken")).toBeVisible();
});

test("uploads a photo with a nonce, reports a lost connection, and uploads the same photo again", async ({ page }) => {
  const asha = await openAddress(page);
  await fill(page);
  const leave = "**/utility/api/1.0/photo-nonces";
  await page.route(leave, (route) => route.abort());
  await takePhoto(page);
  await expect(page.getByRole("alert").filter({ hasText: /connection/i })).toBeVisible();
  await page.unroute(leave);
  const sent = page.waitForRequest(/utility\/api\/1\.0\/files\?.*photoNonce=/);
  await page.getByRole("button", { name: "Use this photo" }).click();
  await sent;
  await expect(page.getByText("Photo taken")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Address/ }).first()).toContainText("Submitted");
  expect((await asha.held("bgv-address")).state).toBe("DATA_SAVED");
});

test("reports a missing camera, offers a retry, and keeps the form usable", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("none", (window as unknown as { refusal?: string }).refusal ?? "NotFoundError"));
  });
  await openAddress(page);
  await page.getByRole("button", { name: "Take photo" }).click();
  const camera = page.getByRole("dialog", { name: "Photo of your home" });
  await expect(
    camera.getByText("No camera device accessible. Please connect your camera or try a different browser."),
  ).toBeVisible();
  await page.evaluate(() => {
    (window as unknown as { refusal?: string }).refusal = "NotAllowedError";
  });
  await camera.getByRole("button", { name: "Try again" }).click();
  await expect(camera.getByText("Permission denied. Please refresh and give camera permission.")).toBeVisible();
  await expect(camera.getByRole("button", { name: /Upload from/ })).toHaveCount(0);
  await camera.getByRole("button", { name: "Close camera" }).click();
  await expect(page.getByRole("button", { name: "Take photo" })).toBeEnabled();
});

test("lets an agent choose a picture instead", async ({ page }) => {
  const agent = await openAddress(page, { agentId: "agent-7" });
  await fill(page);
  await page.getByRole("button", { name: "Take photo" }).click();
  const camera = page.getByRole("dialog", { name: "Photo of your home" });
  await expect(camera.getByRole("button", { name: "Upload from Gallery" })).toBeVisible();
  await camera
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "home.png", mimeType: "image/png", buffer: await makePicture({ width: 800, height: 600 }) });
  await camera.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Photo taken")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Address/ }).first()).toContainText("Submitted");
  expect((await agent.held("bgv-address")).state).toBe("DATA_SAVED");
});
