// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import LiveCamera from "#widgets/live-camera/LiveCamera.tsx";
import { UploadError } from "#widgets/upload-error.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const stored = { fileUrl: "/utility/api/1.0/files/p1", fileName: "photo.jpg" };
const settle = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
const stop = vi.fn();
const getUserMedia = vi.fn();
let position: { ok?: object; error?: { code: number; message: string } } = {};

beforeEach(() => {
  stop.mockReset();
  getUserMedia.mockReset();
  getUserMedia.mockResolvedValue({ getTracks: () => [{ stop }] });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "srcObject", { writable: true, value: null, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoWidth", { get: () => 640, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoHeight", { get: () => 480, configurable: true });
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: () => undefined })) as never;
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["jpeg"], { type: "image/jpeg" }));
  position = { ok: { coords: { latitude: 28.4595, longitude: 77.0266, accuracy: 12 }, timestamp: 1_795_000_000_000 } };
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition: (ok: (found: object) => void, failed: (error: object) => void) =>
        position.error ? failed(position.error) : ok(position.ok ?? {}),
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const services = (more: Partial<WidgetServices> = {}): WidgetServices => ({
  ...noServices,
  upload: () => Promise.resolve({ uploadId: "u1", stored }),
  loadFile: () => Promise.resolve(new Blob(["x"], { type: "image/jpeg" })),
  locate: () => Promise.resolve({ address: { address: "Gurugram, Haryana" }, ipAddress: "203.0.113.7" }),
  ...more,
});
const open = async () => {
  fireEvent.click(screen.getByRole("button", { name: "Take photo" }));
  await screen.findByRole("button", { name: "Close camera" });
  await settle();
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("captures with the front camera, retakes, and commits the picture with its position", async () => {
  const { state } = draw(LiveCamera, {
    props: { geolocation: true },
    label: "Photo of your home",
    services: services(),
    rendersLabel: true,
  });
  await open();
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
    audio: false,
    video: { facingMode: "user", width: { ideal: 1920 }, height: { ideal: 1920 } },
  });
  press("Capture");
  await settle();
  press("Retake");
  await settle();
  press("Capture");
  await settle();
  press("Proceed");
  await settle();
  await settle();
  expect(state.committed).toEqual([
    {
      imageUrl: stored.fileUrl,
      latitude: 28.4595,
      longitude: 77.0266,
      accuracy: 12,
      timestamp: 1_795_000_000_000,
      address: { address: "Gurugram, Haryana" },
      ipAddress: "203.0.113.7",
    },
  ]);
  expect(screen.getByText("Gurugram, Haryana")).toBeTruthy();
  expect(state.busy).toBe(false);
});

test("opens the other camera on Flip Camera and stops the first", async () => {
  draw(LiveCamera, { props: {}, services: services(), rendersLabel: true });
  await open();
  press("Flip Camera");
  await settle();
  expect(getUserMedia.mock.calls[1]?.[0]).toMatchObject({ video: { facingMode: "environment" } });
  expect(stop).toHaveBeenCalledTimes(1);
});

test("stops the tracks when the dialog closes", async () => {
  draw(LiveCamera, { props: {}, services: services(), rendersLabel: true });
  await open();
  press("Close camera");
  await settle();
  expect(stop).toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["NotAllowedError", "Permission denied. Please refresh and give camera permission."],
  ["NotFoundError", "No camera device accessible. Please connect your camera or try a different browser."],
])("reports %s and can be tried again", async (name, message) => {
  getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
  draw(LiveCamera, { props: {}, services: services(), rendersLabel: true });
  await open();
  expect(await screen.findByText(message)).toBeTruthy();
  press("Try again");
  await settle();
  expect(screen.getByRole("button", { name: "Capture" })).toBeTruthy();
});

test("shows that a denied camera was tried again", async () => {
  getUserMedia.mockRejectedValue(new DOMException("no", "NotFoundError"));
  draw(LiveCamera, { props: {}, services: services(), rendersLabel: true });
  await open();
  await screen.findByRole("button", { name: "Try again" });
  press("Try again");
  await settle();
  expect(screen.getByText("Starting the camera…")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("rejects a photo without a position and explains why there is none", async () => {
  position = { error: { code: 3, message: "Timeout expired" } };
  const { state } = draw(LiveCamera, { props: { geolocation: true }, services: services(), rendersLabel: true });
  await open();
  press("Capture");
  await settle();
  press("Proceed");
  await settle();
  expect(screen.getByRole("alert").textContent).toBe("Timeout expired");
  expect(state.committed).toEqual([]);
});

test("keeps a photo that could not be sent, to be used again", async () => {
  const upload = vi
    .fn()
    .mockRejectedValueOnce(new UploadError("offline"))
    .mockResolvedValue({ uploadId: "u1", stored });
  const { state } = draw(LiveCamera, { props: {}, services: services({ upload }), rendersLabel: true });
  await open();
  press("Capture");
  await settle();
  press("Proceed");
  await settle();
  press("Use this photo");
  await settle();
  expect(upload.mock.calls[1]?.[0]).toBe(upload.mock.calls[0]?.[0]);
  expect(state.held).toMatchObject({ imageUrl: stored.fileUrl });
});

test("stops being busy when the field unmounts during an upload", async () => {
  const upload = vi.fn<WidgetServices["upload"]>(() => new Promise(() => undefined));
  const { state, unmount } = draw(LiveCamera, { props: {}, services: services({ upload }), rendersLabel: true });
  await open();
  press("Capture");
  await settle();
  press("Proceed");
  await settle();
  expect(state.busy).toBe(true);
  unmount();
  expect(upload.mock.calls[0]?.[1].signal.aborted).toBe(true);
  expect(state.busy).toBe(false);
});

test("lets only an agent upload an existing picture", async () => {
  const first = draw(LiveCamera, { props: {}, services: services(), rendersLabel: true });
  await open();
  expect(screen.queryByRole("button", { name: /^Upload from/ })).toBeNull();
  first.unmount();
  draw(LiveCamera, { props: {}, services: services({ canUploadPhotos: true }), rendersLabel: true });
  await open();
  expect(screen.getByRole("button", { name: /^Upload from/ })).toBeTruthy();
});
