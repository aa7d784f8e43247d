import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { watchTransfers } from "#server/api/admission/transfer-watch.ts";

const watch = watchTransfers();
const large = Buffer.alloc(64 * 1024 * 1024, "x");
const slow: string[] = [];
const ended: string[] = [];
const server = http.createServer((request, reply) => {
  const name = request.url!;
  watch.add({
    request,
    reply,
    onEnd: () => ended.push(name),
    onSlow: (direction) => slow.push(`${name} ${direction}`),
  });
  if (name.startsWith("/large")) return void reply.end(large);
  request.resume().once("end", () => reply.end("ok"));
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as net.AddressInfo).port;
});
afterAll(() => {
  watch.stop();
  server.closeAllConnections();
  server.close();
});

/** Sends a body in parts of this length every 100 ms. Resolves with the answer, or "cut". */
async function sendBody(path: string, length: number, part: number): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  let [answer, isClosed] = ["", false];
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  socket.on("error", () => undefined).on("close", () => (isClosed = true));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < length && !isClosed; sent += part) {
    socket.write("x".repeat(Math.min(part, length - sent)));
    await sleep(100);
  }
  while (!isClosed && !answer) await sleep(50);
  socket.destroy();
  return answer ? answer.slice(9, 12) : "cut";
}

test("cuts a body and a reader that are too slow, and no steady ones", async () => {
  const reader = net.connect(port, "127.0.0.1").on("error", () => undefined);
  let isReaderCut = false;
  reader.on("close", () => (isReaderCut = true));
  reader.write("GET /large HTTP/1.1\r\nhost: a\r\n\r\n");
  // Reads nothing.
  reader.pause();
  const startedAt = performance.now();
  const [trickle, steady] = await Promise.all([
    sendBody("/trickle", 10_000, 5),
    // 10 KB a second for longer than the first patience.
    sendBody("/steady", 200_000, 1000),
  ]);
  expect([trickle, steady]).toEqual(["cut", "200"]);
  expect(performance.now() - startedAt).toBeLessThan(90_000);
  await eventually(() => expect(slow.toSorted()).toEqual(["/large reader", "/trickle body"]));
  reader.resume();
  await eventually(() => expect(isReaderCut).toBe(true));
  await eventually(() => expect(ended.toSorted()).toEqual(["/large", "/steady", "/trickle"]));
});
