import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { blockProcess } from "../../support/pause-process.ts";
import { startTestApp } from "../app.ts";
import { scaleByLoad } from "../../support/busy-machine.ts";

const path = "/web-wallet/api/1.0/verifier/none";

async function listen() {
  const app = await startTestApp();
  const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  return { app, origin, port };
}
/** A new connection; undefined when the server accepts none. */
async function tryConnect(port: number): Promise<Socket | undefined> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect").then(
    () => socket.on("error", () => undefined),
    () => undefined,
  );
}
const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

test("answers open connections once more during shutdown, and does not wait for silent ones", async () => {
  const { app, port } = await listen();
  const [used, unused] = [(await tryConnect(port))!, (await tryConnect(port))!];
  used.write(head);
  await once(used, "data");
  const began = performance.now();
  const closed = app.close();
  let latest: Socket | undefined;
  for (let next = await tryConnect(port); next; next = await tryConnect(port)) {
    latest?.destroy();
    latest = next;
    await sleep(5);
  }
  // One connection is reused now, the other sends its first request.
  const answers = await Promise.all(
    [used, latest!].map((socket) => {
      socket.write(head);
      return text(socket);
    }),
  );
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  }
  await closed;
  expect(performance.now() - began).toBeLessThan(scaleByLoad(9000));
  await expect.poll(() => unused.destroyed || unused.readableEnded).toBe(true);
});

test("answers while requests arrive, also after pauses of the process, for at most three seconds", async () => {
  const { app, origin } = await listen();
  const began = performance.now();
  let endedAt = Infinity;
  const closed = app.close().then(() => (endedAt = performance.now()));
  while (performance.now() - began < 1500) {
    expect((await fetch(origin + path)).status).toBe(404);
    await sleep(50);
    blockProcess(300);
  }
  const stoppedAt = performance.now();
  await closed;
  expect(endedAt - stoppedAt).toBeLessThan(scaleByLoad(3000));

  const other = await listen();
  let isOver = false;
  const ended = other.app.close().then(() => (isOver = true));
  const since = performance.now();
  while (!isOver) await fetch(other.origin + path).catch(() => sleep(20));
  expect(performance.now() - since).toBeLessThan(scaleByLoad(8000));
  await ended;
});
