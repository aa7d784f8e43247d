import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { wallet as transactions } from "../../wallet/transactions/candidate.ts";
import { scaleByLoad } from "../../../support/busy-machine.ts";

const wallet = "/web-wallet/api/1.0";
const server = process.env["DATABASE_URL"];
const soon = 5000;

/** A TCP proxy between a server and its database. While it is frozen no data passes and no connection breaks. */
async function startLine(to: URL): Promise<{ port: number; freeze(): void; thaw(): void; cut(): void; end(): void }> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const line: Server = createServer((near) => {
    const far = connect(Number(to.port || 5432), to.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (bytes) => other.write(bytes));
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (frozen) socket.pause();
    }
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const all = (run: (socket: Socket) => void) => [...sockets].forEach(run);
  return {
    port: (line.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
      all((socket) => socket.pause());
    },
    thaw: () => {
      frozen = false;
      all((socket) => socket.resume());
    },
    cut: () => all((socket) => socket.destroy()),
    end: () => {
      all((socket) => socket.destroy());
      line.close();
    },
  };
}

let app: TestApp;
let line: Awaited<ReturnType<typeof startLine>>;
let token: string;

beforeAll(async () => {
  if (!server) return;
  line = await startLine(new URL(server));
  app = await startTestApp({ config: await definitionsConfig(), through: line.port });
  token = (await app.signIn(newMobile(), { identity: true })).accessToken;
});
afterAll(async () => {
  line?.thaw();
  await app?.close();
  line?.end();
});

const timed = async (asked: () => Promise<{ statusCode: number }>) => {
  const began = performance.now();
  const { statusCode } = await asked();
  return { statusCode, ms: performance.now() - began };
};

test.skipIf(!server)("reads an answer that came while the process itself was blocked", async () => {
  const answer = app.services.pool.query("select 7 as seven");
  // The statement leaves at the end of this turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (const end = performance.now() + 4500; performance.now() < end;);
  expect((await answer).rows).toEqual([{ seven: 7 }]);
  expect(app.services.store.circuitBreaker.isOpen()).toBe(false);
});

test.skipIf(!server)(
  "answers 503 within five seconds while the database is frozen, and recovers",
  async () => {
    const mobile = newMobile();
    const sent = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } });
    const code = await app.readCode(mobile);
    line.freeze();
    const verify = () =>
      app.call("PUT", `${wallet}/profile/otp/${sent.json().data.txnId}/verify`, { body: { otp: code } });
    const calls = [
      () => app.call("GET", `${wallet}/profile`, { token }),
      () => app.call("POST", `${wallet}/profile`, { body: { mobile: newMobile(), name: "Asha" } }),
      () => app.call("PATCH", `${wallet}/profile`, { token, body: { displayName: "Asha" } }),
      () =>
        app.call("POST", `${transactions}/transactions`, {
          token,
          body: { orgId: "gce", eKycFormId: "education-evaluation" },
          headers: { "idempotency-key": "0123456789abcdef" },
        }),
      verify,
    ];
    // More calls than the pool has connections.
    const answers = await Promise.all([...calls, ...calls, ...calls].map(timed));
    for (const { statusCode, ms } of answers) {
      expect(statusCode).toBe(503);
      expect(ms).toBeLessThan(scaleByLoad(soon));
    }
    // Calls fail at once while the circuit is open.
    for (const { statusCode, ms } of await Promise.all(calls.map(timed))) {
      expect(statusCode).toBe(503);
      expect(ms).toBeLessThan(scaleByLoad(1500));
    }
    line.thaw();
    const back = performance.now();
    while ((await app.call("GET", `${wallet}/profile`, { token })).statusCode !== 200)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(performance.now() - back).toBeLessThan(scaleByLoad(soon));
    // The failed call did not spend the code.
    const proved = await verify();
    expect(proved.statusCode, proved.body).toBe(200);
  },
  60_000,
);

test.skipIf(!server)("recovers with the second call after all connections were cut", async () => {
  line.cut();
  await app.call("GET", `${wallet}/profile`, { token });
  expect((await app.call("GET", `${wallet}/profile`, { token })).statusCode).toBe(200);
});
