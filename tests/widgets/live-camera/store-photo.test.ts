import { expect, test, vi } from "vitest";
import { storePhoto } from "#widgets/live-camera/store-photo.ts";
import { toPhoto } from "#widgets/camera/capture-frame.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { UploadOptions, WidgetServices } from "#widgets/widget.ts";

const stored = { uploadId: "u", stored: { fileUrl: "/files/a", fileName: "photo.jpg" } };
const keep = (photo: File, services: Partial<WidgetServices>) =>
  storePhoto({
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

test("sends each photo with its own nonce, and a retry with the same one", async () => {
  const [requestPhotoNonce, sending] = [give(), upload()];
  sending.mockRejectedValueOnce(new UploadError("offline"));
  const services = { requestPhotoNonce, upload: sending };
  const [first, second] = [toPhoto("one", 1), toPhoto("two", 2)];
  expect(await keep(first, services)).toBe("camera.lost");
  expect(await keep(first, services)).toMatchObject({ imageUrl: "/files/a" });
  expect(await keep(second, services)).toMatchObject({ imageUrl: "/files/a" });
  expect(sending.mock.calls.map(([, options]) => options.photoNonce)).toEqual(["n1", "n1", "n2"]);
});

test("reports a lost connection when the nonce does not arrive, and requests it again", async () => {
  const [requestPhotoNonce, sending] = [give(), upload()];
  requestPhotoNonce.mockRejectedValueOnce(new UploadError("offline"));
  const photo = toPhoto("one", 1);
  expect(await keep(photo, { requestPhotoNonce, upload: sending })).toBe("camera.lost");
  expect(sending).not.toHaveBeenCalled();
  expect(await keep(photo, { requestPhotoNonce, upload: sending })).toMatchObject({ imageUrl: "/files/a" });
});

test("sends a photo without a nonce where none is given, and shows the server's reason for a refusal", async () => {
  const sending = upload();
  await keep(toPhoto("one", 1), { requestPhotoNonce: () => Promise.resolve(undefined), upload: sending });
  expect(sending.mock.calls[0]?.[1]).not.toHaveProperty("photoNonce");
  sending.mockRejectedValueOnce(new UploadError("refused", "This photo was not taken just now."));
  expect(await keep(toPhoto("two", 2), { requestPhotoNonce: give(), upload: sending })).toBe(
    "This photo was not taken just now.",
  );
});
