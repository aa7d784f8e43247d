import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { addressLimits: true } });
});
afterAll(() => app.close());

/** Returns whether both addresses share a counter. */
async function shareLimit(first: string, second: string): Promise<boolean> {
  const { rateLimits: limits } = app.services;
  const kind = `${first} ${second}`;
  await limits.consumeForAddress(kind, first, 1, 600);
  return limits.checkAddress(kind, second, 1, 600).then(
    () => false,
    () => true,
  );
}

test.each([
  ["2001:db8::1", "2001:db8::2"],
  ["2001:DB8::1", "2001:db8:0:0:1:2:3:4"],
  ["2001:db8:0:a::", "2001:db8:0:a:ffff:ffff:ffff:ffff"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4::"],
  ["1::8", "1:0:0::7"],
  ["fe80::1%eth0", "fe80::2%eth1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
])("%s and %s share a limit", async (first, second) => {
  expect(await shareLimit(first, second)).toBe(true);
});

test.each([
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["1:2:3:4::", "1:2:3::4"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2"],
  ["192.0.2.1", "192.0.2.2"],
])("%s and %s have separate limits", async (first, second) => {
  expect(await shareLimit(first, second)).toBe(false);
});
