import { expect, test } from "vitest";
import { BrowserEnvironment } from "#renderer/headless/browser-environment.ts";

test("notifies the page once per network change, fails calls while offline, and records beacons", async () => {
  const { window: before, document, navigator, fetch } = globalThis;
  const browser = new BrowserEnvironment({ origin: "http://any.example", fetch: async () => new Response("{}") });
  browser.install();
  try {
    const heard: string[] = [];
    const stopHearing = () => heard.push("gone");
    window.addEventListener("offline", stopHearing);
    window.addEventListener("online", () => heard.push("back"));
    browser.setOnline(false);
    browser.setOnline(false);
    expect(globalThis.navigator.onLine).toBe(false);
    await expect(globalThis.fetch("/any")).rejects.toThrow("Failed to fetch");
    browser.setOnline(true);
    expect((await globalThis.fetch("/any")).ok).toBe(true);
    window.removeEventListener("offline", stopHearing);
    browser.setOnline(false);
    expect(heard).toEqual(["gone", "back"]);
    globalThis.navigator.sendBeacon("/t/events", new Blob(["{}"]));
    expect(browser.beacons.map(({ path }) => path)).toEqual(["/t/events"]);
  } finally {
    for (const [name, value] of Object.entries({ window: before, document, navigator, fetch }))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});
