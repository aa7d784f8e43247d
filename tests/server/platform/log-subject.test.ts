import { afterAll, beforeAll, expect, test } from "vitest";
import { toNetwork, toPseudonym } from "#server/platform/log-subject.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { logLevel: "info" }, logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => app?.close());

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::/48"],
  ["2001:0DB8::7348", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["1::2:3:4:5:6:7", "1:0:2::/48"],
  ["unknown", undefined],
])("truncates %s to %s", (ip, network) => {
  expect(toNetwork(ip)).toBe(network);
});

test("logs a pseudonym and a network with an answer, never the candidate or the address", async () => {
  const mobiles = [newMobile(), newMobile()];
  const remoteAddress = "203.0.113.77";
  const sessions = await Promise.all(mobiles.map((mobile) => app.signIn(mobile)));
  const { rows } = await app.services.pool.query<{ id: string }>("select id from candidates");
  lines.length = 0;
  const read = ({ accessToken }: { accessToken: string }) =>
    app.server.inject({
      method: "GET",
      url: "/web-wallet/api/1.0/profile",
      remoteAddress,
      headers: { authorization: `Bearer ${accessToken}` },
    });
  for (const session of [sessions[0]!, sessions[0]!, sessions[1]!]) expect((await read(session)).statusCode).toBe(200);
  await app.server.inject({ url: "/health", remoteAddress });
  const logged = lines.map((line) => JSON.parse(line) as Record<string, string>).filter(({ msg }) => msg === "request");
  expect(logged.map(({ network }) => network)).toEqual(Array.from({ length: 4 }, () => "203.0.113.0/24"));
  const [first, again, other, none] = logged.map(({ candidate }) => candidate);
  expect(first).toMatch(/^[\w-]{16}$/);
  expect(again).toBe(first);
  expect(other).toMatch(/^[\w-]{16}$/);
  expect(other).not.toBe(first);
  expect(none).toBeUndefined();
  for (const { id } of rows) expect(lines.join("")).not.toContain(id);
  expect(lines.join("")).not.toContain(remoteAddress);
});

test("changes the pseudonym with the secret", () => {
  const by = (secret: string) => toPseudonym({ hmac: (_name, text) => `${secret} ${text}` }, "candidate-1");
  expect(by("new")).not.toBe(by("old"));
});
