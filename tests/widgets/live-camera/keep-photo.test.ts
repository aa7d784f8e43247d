import { expect, test, vi } from "vitest";
import { keepPhoto } from "#widgets/live-camera/keep-photo.ts";
import { toPhoto } from "#widgets/camera/capture-frame.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { UploadOptions, WidgetServices } from "#widgets/widget.ts";

const stored = { uploadId: "u", stored: { fileUrl: "/files/a", fileName: "photo.jpg" } };
const keep = (photo: File, services: Partial<WidgetServices>) =>
  keepPhoto({
    photo,
    pointer: "/photo",
    geolocation: false,
    services: services as WidgetServices,
    text: (key) => key,
    signal: new AbortController().signal,
    onSending: () => undefined,
  });
const give = () => {
  let given = 0;
  return vi.fn(() => Promise.resolve(`n${(given += 1)}`));
};
const upload = () => vi.fn((_file: File, _options: UploadOptions) => Promise.resolve(stored));

test("each photo is sent with leave of its own; one that is sent again keeps its own", async () => {
  const [photoNonce, sending] = [give(), upload()];
  sending.mockRejectedValueOnce(new UploadError("lost"));
  const services = { photoNonce, upload: sending };
  const [first, second] = [toPhoto("one", 1), toPhoto("two", 2)];
  expect(await keep(first, services)).toBe("camera.lost");
  expect(await keep(first, services)).toMatchObject({ imageUrl: "/files/a" });
  expect(await keep(second, services)).toMatchObject({ imageUrl: "/files/a" });
  expect(sending.mock.calls.map(([, options]) => options.photoNonce)).toEqual(["n1", "n1", "n2"]);
});

test("leave that does not come is a lost line, and is asked for again", async () => {
  const [photoNonce, sending] = [give(), upload()];
  photoNonce.mockRejectedValueOnce(new UploadError("lost"));
  const photo = toPhoto("one", 1);
  expect(await keep(photo, { photoNonce, upload: sending })).toBe("camera.lost");
  expect(sending).not.toHaveBeenCalled();
  expect(await keep(photo, { photoNonce, upload: sending })).toMatchObject({ imageUrl: "/files/a" });
});

test("where none is given the photo goes without; why one is refused is said as the server says it", async () => {
  const sending = upload();
  await keep(toPhoto("one", 1), { photoNonce: () => Promise.resolve(undefined), upload: sending });
  expect(sending.mock.calls[0]?.[1]).not.toHaveProperty("photoNonce");
  sending.mockRejectedValueOnce(new UploadError("refused", "This photo was not taken just now."));
  expect(await keep(toPhoto("two", 2), { photoNonce: give(), upload: sending })).toBe(
    "This photo was not taken just now.",
  );
});
