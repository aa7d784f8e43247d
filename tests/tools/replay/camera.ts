import { toPhoto } from "#widgets/camera/capture-frame.ts";
import { generateFile } from "./generated-files.ts";

/** Location of the replay devices: a city centre. */
export const devicePosition = { latitude: 12.9716, longitude: 77.5946, accuracy: 20 };
/** Fixed device clock in milliseconds since 1970. */
export const deviceNow = Date.UTC(2026, 10, 2);

/** A browser context with access to camera and location. */
export const cameraContext: { geolocation: typeof devicePosition; permissions: string[] } = {
  geolocation: devicePosition,
  permissions: ["camera", "geolocation"],
};

/** The photo of a simulated camera. */
export async function takePhoto(): Promise<File> {
  const { buffer } = await generateFile("photo.jpg", { type: "image/jpeg", minBytes: 1, lines: ["A photo"] });
  return toPhoto(new Uint8Array(buffer), deviceNow);
}
