/** This opening of the page, so that its events can be told from another's; kept nowhere. */
export const visit: string = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

/** Reports to our own server, also while the page goes away; nobody waits for it. */
export function sendReports(kind: "events" | "errors", list: readonly object[]): void {
  navigator.sendBeacon?.(`/t/${kind}`, new Blob([JSON.stringify({ list })], { type: "application/json" }));
}
