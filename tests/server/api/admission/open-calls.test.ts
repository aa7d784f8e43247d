import net from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { services as bases } from "#engine/contract/services.ts";
import { loadSettings, type Budgets } from "#server/platform/settings.ts";
import { eventually } from "../../../support/eventually.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";

let app: TestApp | undefined;
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

const profile = `${bases.webWallet}/profile`;
const metricsToken = "a-token-of-sixteen-letters";
const attacker = "203.0.113.66";
const visitor = "198.51.100.7";

const { budgets: defaults } = loadSettings({ SANDBOX: "1" }, () => ({}));

/** The wallet behind a trusted proxy, with limits per network address. */
async function start(budgets: Partial<Budgets> = {}, addressLimits = true) {
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: {
      addressLimits,
      trustProxy: "127.0.0.1",
      metrics: { token: metricsToken, from: [] },
      budgets: { ...defaults, ...budgets },
    },
  });
  const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
  return { origin, port: Number(new URL(origin).port) };
}

/** Sends the head of a call and a part of its body. `read` returns what has been answered. */
function openBody(port: number, { from, token, path = profile }: { from: string; token?: string; path?: string }) {
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  let answer = "";
  socket.on("data", (part: Buffer) => (answer += part.toString()));
  const bearer = token ? `authorization: Bearer ${token}\r\n` : "";
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\n${bearer}content-type: application/json\r\n`;
  socket.write(`${head}content-length: 900\r\n\r\n{`);
  return { socket, read: () => answer };
}

const readRefusals = async (origin: string, reason: string): Promise<number> => {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`refusals_total\\{reason="${reason}"\\} (\\d+)`).exec(await answer.text())?.[1]);
};

describe("205 slow bodies from one address", () => {
  test("refuse no other visitor, signed in or not, and only the address itself gets 429", async () => {
    const { origin, port } = await start();
    const { accessToken } = await app!.signIn(newMobile(), { name: "Asha Verma" });
    const bodies = Array.from({ length: 205 }, () => openBody(port, { from: attacker }));
    await eventually(() => expect(bodies.filter(({ read }) => / 429 /.test(read()))).toHaveLength(105));
    expect(bodies.find(({ read }) => read())!.read()).toMatch(/retry-after: \d+\r\n[\s\S]*"code":108/i);
    for (let call = 0; call < 20; call += 1) {
      const headers = { "x-forwarded-for": visitor };
      const answers = await Promise.all([
        fetch(`${origin}${profile}`, { headers: { ...headers, authorization: `Bearer ${accessToken}` } }),
        fetch(`${origin}${bases.webWallet}/verifier/gce`, { headers }),
        fetch(`${origin}${profile}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: "{}",
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    }
    const health = (await (await fetch(`${origin}/health`)).json()) as object;
    expect(health, "a budget is no load").toMatchObject({ status: "ok", shedding: false });
    expect((await readRefusals(origin, "open-bodies")) + (await readRefusals(origin, "open-calls"))).toBe(105);
  });

  test("count by /64 for IPv6, and end with their connections", async () => {
    const { port } = await start({ callsPerAddress: 20 });
    const first = Array.from({ length: 10 }, (_, i) => openBody(port, { from: `2001:db8::${i + 1}` }));
    await eventually(() => expect(app!.server.server.listening).toBe(true));
    const refused = openBody(port, { from: "2001:db8::ffff" });
    await eventually(() => expect(refused.read()).toMatch(/ 429 /));
    for (const { socket } of first) socket.destroy();
    const next = openBody(port, { from: "2001:db8::abcd" });
    next.socket.end(" ".repeat(897) + "}x");
    await eventually(() => expect(next.read()).toMatch(/ 400 /));
  });
});

test("one candidate has at most 24 open bodies, from however many addresses", async () => {
  const { port } = await start();
  const { accessToken: token } = await app!.signIn(newMobile());
  const path = `${bases.verificationWebWallet}/transactions`;
  const bodies = Array.from({ length: 30 }, (_, i) => openBody(port, { from: `203.0.113.${i + 1}`, token, path }));
  await eventually(() => expect(bodies.filter(({ read }) => / 429 /.test(read()))).toHaveLength(6));
});

test("limits public reads by address, and serves others", async () => {
  const { origin } = await start({ publicReadsPerMinute: 30 });
  const read = async (from: string, path: string) =>
    (await fetch(origin + path, { headers: { "x-forwarded-for": from } })).status;
  const paths = [
    "/credentials/status/0",
    "/.well-known/jwt-vc-issuer",
    "/.well-known/openid-credential-issuer",
    `${bases.webWallet}/credentials/shared/${"a".repeat(43)}`,
  ];
  const statuses: number[] = [];
  for (let call = 0; call < 60; call += 1) statuses.push(await read(attacker, paths[call % paths.length]!));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8);
  for (const path of paths) expect(await read(visitor, path), path).not.toBe(429);
  expect(await read(attacker, `${bases.webWallet}/verifier/gce`), "no costly read").toBe(200);
});

test("has no limits per address when they are off", async () => {
  const { origin } = await start({ callsPerAddress: 2, publicReadsPerMinute: 1 }, false);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/credentials/status/0`)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 404));
});
