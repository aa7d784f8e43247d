// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen, waitFor, within } from "../../../support/testing-library.ts";
import FileTile from "#widgets/file/FileField.tsx";
import type { WidgetServices } from "#widgets/widget.ts";
import { draw, noServices } from "../../host.tsx";

// Browsers draw and read images. Here each photo has a number, and the file lists its photos and their rotation.
vi.mock("#widgets/file/photos/photo-page.ts", async (original) => ({
  ...(await original<object>()),
  readPhoto: async (photo: Blob, key: number) => {
    if ((await photo.text()).startsWith("broken")) throw new Error("no picture");
    return { key, original: photo, cropped: photo, isCropped: true, quarterTurns: 0 };
  },
}));
vi.mock("#widgets/file/photos/make-file.ts", () => ({
  makeFile: async (
    pages: { original: Blob; quarterTurns: number; isCropped: boolean }[],
    { name }: { name: string },
  ) => {
    const parts = pages.map(
      async ({ original, quarterTurns, isCropped }) =>
        `${await original.text()} ${quarterTurns}${isCropped ? "" : " whole"}`,
    );
    const file = new File([(await Promise.all(parts)).join(", ")], `${name}.pdf`, { type: "application/pdf" });
    Object.defineProperty(file, "size", { value: 60_000 });
    return file;
  },
}));

const stop = vi.fn();
const getUserMedia = vi.fn();
let shots = 0;
beforeEach(() => {
  shots = 0;
  stop.mockReset();
  getUserMedia.mockReset();
  getUserMedia.mockResolvedValue({ getTracks: () => [{ stop }] });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "srcObject", { writable: true, value: null, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoWidth", { get: () => 40, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoHeight", { get: () => 30, configurable: true });
  HTMLCanvasElement.prototype.getContext = (() => ({
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(4 * width * height).fill(150),
      width,
      height,
    }),
  })) as never;
  HTMLCanvasElement.prototype.toBlob = (done) => {
    shots += 1;
    done(new Blob([`shot${shots}`], { type: "image/jpeg" }));
  };
});

const settle = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

function drawTile(given: { accept?: readonly string[]; photos?: boolean; readOnly?: boolean } = {}) {
  const sent: File[] = [];
  const services: WidgetServices = {
    ...noServices,
    upload: (file) => {
      sent.push(file);
      return new Promise(() => undefined);
    },
  };
  const { accept = ["application/pdf"], photos, readOnly = false } = given;
  draw(FileTile, {
    props: { ...(photos !== undefined && { photos }) },
    label: "Marksheet",
    accept,
    readOnly,
    services,
  });
  return sent;
}
const button = (name: string) => screen.getByRole("button", { name });
const press = async (name: string) => {
  fireEvent.click(button(name));
  await settle();
};
const open = async () => {
  await press("Take photos");
  await screen.findByRole("button", { name: "Close camera" });
  await settle();
};
const shoot = async () => {
  await press("Capture");
  await screen.findByRole("button", { name: "Turn" });
};

test("takes, rotates, moves, retakes and removes pages, and sends them as one file", async () => {
  const sent = drawTile();
  await open();
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ video: { facingMode: "environment" } });
  expect(document.activeElement).toBe(button("Capture"));
  await shoot();
  await press("Turn");
  for (const page of [2, 3]) {
    await press("Add another page");
    await shoot();
    expect(screen.getByRole("group", { name: `Page ${page} of ${page}` })).toBeTruthy();
  }
  await press("Move earlier");
  expect(screen.getByRole("group", { name: "Page 2 of 3" })).toBeTruthy();
  await press("Whole picture");
  const strip = within(screen.getByRole("list", { name: "Pages" }));
  fireEvent.click(strip.getByRole("button", { name: "Page 3 of 3" }));
  expect(button("Move later").getAttribute("aria-disabled")).toBe("true");
  await press("Retake");
  await shoot();
  expect(screen.getByRole("group", { name: "Page 3 of 3" })).toBeTruthy();
  await press("Use these pages");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await sent[0]!.text()).toBe("shot1 1, shot3 0 whole, shot4 0");
  expect(sent[0]!.name).toBe("Marksheet.pdf");
  expect(screen.queryByRole("button", { name: "Close camera" })).toBeNull();
  expect(stop).toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByLabelText("Marksheet"));
});

test("keeps the other pages on remove, returns to the camera without any, and then closes unasked", async () => {
  drawTile();
  await open();
  await shoot();
  await press("Add another page");
  await shoot();
  await press("Remove");
  expect(screen.getByRole("group", { name: "Page 1 of 1" })).toBeTruthy();
  await press("Remove");
  await press("Close camera");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Close camera" })).toBeNull();
});

test("asks before it discards pages", async () => {
  const sent = drawTile();
  await open();
  await shoot();
  await press("Close camera");
  expect(screen.getByRole("alertdialog", { name: "Throw the pages away?" })).toBeTruthy();
  await press("Keep the pages");
  expect(screen.getByRole("group", { name: "Page 1 of 1" })).toBeTruthy();
  await press("Close camera");
  await press("Throw away");
  expect(screen.queryByRole("button", { name: "Close camera" })).toBeNull();
  expect(sent).toHaveLength(0);
});

test("explains a missing camera, reads pages from files, and names a file that is no image", async () => {
  getUserMedia.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const sent = drawTile();
  await open();
  const said = await screen.findByText("Permission denied. Please refresh and give camera permission.");
  expect(said.closest("[role=status]")?.textContent).toContain("You can add pictures of the paper from your files");
  const files = () => screen.getByLabelText<HTMLInputElement>("Pictures of pages");
  const choose = async (...names: string[]) => {
    fireEvent.change(files(), {
      target: { files: names.map((name) => new File([name], `${name}.jpg`, { type: "image/jpeg" })) },
    });
    await settle();
  };
  await choose("broken");
  expect(screen.getByText("broken.jpg cannot be read as a picture.")).toBeTruthy();
  await choose("first", "second");
  expect(screen.getByRole("group", { name: "Page 2 of 2" })).toBeTruthy();
  await press("Use these pages");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await sent[0]!.text()).toBe("first 0, second 0");
});

test("allows one page in a field of images only", async () => {
  drawTile({ accept: ["image/jpeg"], photos: true });
  await open();
  await shoot();
  expect(screen.queryByRole("button", { name: "Add another page" })).toBeNull();
  expect(button("Use this page")).toBeTruthy();
});

test.each([{ accept: ["image/jpeg", "image/png"] }, { photos: false }, { readOnly: true }])(
  "does not offer the camera for %o",
  (given) => {
    drawTile(given);
    expect(screen.queryByRole("button", { name: "Take photos" })).toBeNull();
  },
);
