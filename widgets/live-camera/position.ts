import type { TextKey } from "#engine/documents/text-keys.ts";
import type { WidgetText } from "../widget.ts";

/** Waits for a position at most this long, in milliseconds: long enough for a first fix outdoors. */
const positionTimeoutMs = 15_000;

/** Where the device is; without a position `message` says why not, as catalogues/texts has it. */
export type Place =
  | { readonly coords: { latitude: number; longitude: number; accuracy: number; timestamp: number } }
  | { readonly message: string };

/** What a browser's refusal is called in catalogues/texts, by its code (W3C Geolocation); the browser's own words are English. */
const refusals: Readonly<Record<number, TextKey>> = {
  1: "camera.position-denied",
  2: "camera.position-away",
  3: "camera.position-late",
};

/** Asks the device where it is: high accuracy, nothing remembered. Never rejects. */
export function readPlace(text: WidgetText): Promise<Place> {
  if (!("geolocation" in navigator)) return Promise.resolve({ message: text("camera.no-geolocation") });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          coords: { latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, timestamp },
        }),
      (error) => resolve({ message: text(refusals[error.code] ?? "camera.no-geolocation") }),
      { enableHighAccuracy: true, maximumAge: 0, timeout: positionTimeoutMs },
    );
  });
}
