/** Waits for a position at most this long, in milliseconds (spec §9 Timers). */
const positionTimeoutMs = 15_000;

/** Where the device is. `message` holds the spec's sentence or the browser's own when there is no position. */
export type Place = { readonly coords: { latitude: number; longitude: number; accuracy: number; timestamp: number } } | { readonly message: string };

/** Asks the device where it is: high accuracy, nothing remembered. Never rejects. */
export function readPlace(unsupported: string): Promise<Place> {
  if (!("geolocation" in navigator)) return Promise.resolve({ message: unsupported });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => resolve({ coords: { latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, timestamp } }),
      (error) => resolve({ message: error.message || unsupported }),
      { enableHighAccuracy: true, maximumAge: 0, timeout: positionTimeoutMs },
    );
  });
}
