/** This opening of the page, so that its events can be told from another's; kept nowhere. In letters, because long numbers are cut out of reports. */
export const visit: string = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  String.fromCharCode(97 + (byte % 16)),
).join("");

/** Reports to our own server, also while the page goes away; nobody waits for it. */
export function sendReports(kind: "events" | "errors", list: readonly object[]): void {
  navigator.sendBeacon?.(`/t/${kind}`, new Blob([JSON.stringify({ list })], { type: "application/json" }));
}
