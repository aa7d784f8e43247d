import { afterEach, expect, test, vi } from "vitest";
import { ConfigClient } from "#renderer/data/config-client.ts";
import { noteServerTime, readServerTime } from "#renderer/session/clock.ts";

const hourMs = 3_600_000;
const manifest = {
  release: "1",
  organisation: { orgId: "gce", name: "GCE", default: true },
  locale: "en",
  documents: { "bundle/shell": "/config/d/shell.json" },
  validators: {},
};
const answer = (time: number) => Response.json(manifest, { headers: { "x-server-time": String(time) } });

afterEach(() => {
  vi.unstubAllGlobals();
  noteServerTime(String(Date.now()));
});

/** Opens the configuration where the service answers so, and the page keeps an answer of a day ago. Gives how far its clock is ahead then, in hours. */
async function open(fromService: () => Promise<Response>): Promise<number> {
  const shelf = { match: async () => answer(Date.now() - 24 * hourMs), put: async () => undefined };
  vi.stubGlobal("caches", { open: async () => shelf });
  vi.stubGlobal("fetch", async (address: string) =>
    address.startsWith("/config/manifest") ? fromService() : Response.json({ documents: {}, words: [] }),
  );
  await ConfigClient.open("gce", "en");
  return (readServerTime().getTime() - Date.now()) / hourMs;
}

test("the clock follows the service's answer", async () => {
  expect(await open(async () => answer(Date.now() + 2 * hourMs))).toBeCloseTo(2);
});

test("an answer that was kept does not set the clock back to when it was given", async () => {
  expect(await open(() => Promise.reject(new TypeError("Failed to fetch")))).toBeCloseTo(0);
});
