import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { sendEvents } from "#renderer/runtime/analytics-events.ts";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const config = {
  get: () => ({ version: "1", events: [{ event: "Payment: page viewed", screen: "payment" }] }),
} as unknown as ConfigClient;
const sent: Blob[] = [];

beforeEach(() => {
  sent.splice(0);
  vi.stubGlobal("navigator", { sendBeacon: (_url: string, body: Blob) => sent.push(body) > 0 });
});
afterEach(() => vi.unstubAllGlobals());

const tell = (ms: number) => sendEvents({ line: { screen: "payment" }, config, roots: {}, at: new Date(ms), user: "" });
const readTimes = async () =>
  Promise.all(sent.map(async (body) => Date.parse(JSON.parse(await body.text()).list[0].at)));

test("gives increasing times to events of one millisecond", async () => {
  for (const ms of [noon, noon, noon + 1, noon + 500]) tell(ms);
  const times = await readTimes();
  expect(times).toEqual([noon, noon + 1, noon + 2, noon + 500]);
});

test("accepts a clock that was set back", async () => {
  for (const ms of [noon + 60_000, noon]) tell(ms);
  expect(await readTimes()).toEqual([noon + 60_000, noon]);
});
