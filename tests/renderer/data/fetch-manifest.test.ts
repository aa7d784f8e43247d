import { afterEach, expect, test, vi } from "vitest";
import { ConfigClient } from "#renderer/data/config-client.ts";
import { syncServerTime, readServerTime } from "#renderer/session/server-clock.ts";

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
  syncServerTime(String(Date.now()));
});

/** Fetches the manifest with a day-old answer in the cache. Returns the offset of the server clock in hours. */
async function open(fromService: () => Promise<Response>): Promise<number> {
  const shelf = { match: async () => answer(Date.now() - 24 * hourMs), put: async () => undefined };
  vi.stubGlobal("caches", { open: async () => shelf });
  vi.stubGlobal("fetch", async (address: string) =>
    address.startsWith("/config/manifest") ? fromService() : Response.json({ documents: {}, features: [] }),
  );
  await ConfigClient.open("gce", "en");
  return (readServerTime().getTime() - Date.now()) / hourMs;
}

test("sets the server clock from the service's answer", async () => {
  expect(await open(async () => answer(Date.now() + 2 * hourMs))).toBeCloseTo(2);
});

test("does not set the server clock from a cached answer", async () => {
  expect(await open(() => Promise.reject(new TypeError("Failed to fetch")))).toBeCloseTo(0);
});
