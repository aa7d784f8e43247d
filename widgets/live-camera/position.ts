import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { WidgetText } from "../widget.ts";

/** Maximum wait for a position: enough for a first fix outdoors. */
const positionTimeoutMs = 15_000;

/** The position of the device, or the message that explains why there is none. */
export type Position =
  | { readonly coords: { latitude: number; longitude: number; accuracy: number; timestamp: number } }
  | { readonly message: string };

/** Text keys by the error code of W3C Geolocation; the browser's own messages are English. */
const refusals: Readonly<Record<number, TextKey>> = {
  1: "camera.position-denied",
  2: "camera.position-unavailable",
  3: "camera.position-timeout",
};

/** Reads a fresh, accurate position. Never rejects. */
export function readPosition(text: WidgetText): Promise<Position> {
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
