/** Identifies this page load in reports; not stored. Letters only, because reports remove long numbers. */
export const visitId: string = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  String.fromCharCode(97 + (byte % 16)),
).join("");

/** Sends reports to our server, also while the page closes. Does not wait for an answer. */
export function sendReports(kind: "events" | "errors", list: readonly object[]): void {
  navigator.sendBeacon?.(`/t/${kind}`, new Blob([JSON.stringify({ list })], { type: "application/json" }));
}
