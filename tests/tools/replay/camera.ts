import { toPhoto } from "#widgets/camera/capture-frame.ts";
import { generateFile } from "./generated-files.ts";

/** Where the readings' devices are: the middle of a city. */
export const devicePosition = { latitude: 12.9716, longitude: 77.5946, accuracy: 20 };
/** What a device's own clock says where there is none, in milliseconds since 1970: the same in each playing. */
export const deviceNow = Date.UTC(2026, 10, 2);

/** A context in which the camera and the place may be used. */
export const cameraContext: { geolocation: typeof devicePosition; permissions: string[] } = {
  geolocation: devicePosition,
  permissions: ["camera", "geolocation"],
};

/** What a camera takes where there is none. */
export async function takePhoto(): Promise<File> {
  const { buffer } = await generateFile("photo.jpg", { type: "image/jpeg", minBytes: 1, lines: ["A photo"] });
  return toPhoto(new Uint8Array(buffer), deviceNow);
}
