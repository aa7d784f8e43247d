import net from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { addErrorHandler } from "#server/api/error-handler.ts";
import { CallTurns } from "#server/api/admission/call-turns.ts";
import { addLoadShedding } from "#server/api/load-shedding.ts";
import { errorTexts } from "../error-texts.ts";

let server: FastifyInstance;
afterEach(() => server.close());

/** A server whose `/work` answers when `open` is called. The header `x-forwarded-for` is the visitor. */
async function start() {
  server = Fastify({ trustProxy: "127.0.0.1" });
  const turns = new CallTurns();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  addErrorHandler(server, errorTexts);
  addLoadShedding(server, { store: { countWaiting: () => 0 } }, turns);
  const served: string[] = [];
  server.get("/work", (request) => (served.push(request.ip), gate.then(() => "done")));
  server.post("/work", async () => "done");
  server.get("/soon", async (request) => (served.push(request.ip), "done"));
  server.get("/health", async () => "well");
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  const call = (path: string, visitor: string, signal?: AbortSignal) =>
    fetch(origin + path, { headers: { "x-forwarded-for": visitor }, ...(signal && { signal }) });
  return { origin, call, turns, served, open };
}

test("lets 200 calls of one visitor wait, rejects its others with 503, and serves another visitor and health", async () => {
  const { origin, call, turns, open } = await start();
  const abort = new AbortController();
  const aborted = Array.from({ length: 60 }, () =>
    call("/work", "203.0.113.1", abort.signal).catch(() => "aborted" as const),
  );
  // One visitor has a hundred calls under way at most, however long they take.
  await eventually(() => expect(turns.running + turns.waiting).toBe(60));
  const crowd = Array.from({ length: 260 }, () => call("/work", "203.0.113.1"));
  const statuses = Promise.all(crowd.map(async (answer) => (await answer).status));
  await eventually(() => expect(turns.waiting).toBe(200));
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  const refused = await call("/work", "203.0.113.1");
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
    503,
    "2",
    { code: 120 },
  ]);
  expect((await call("/soon", "203.0.113.2")).status, "another visitor").toBe(200);
  abort.abort();
  expect(await Promise.all(aborted)).toContain("aborted");
  open();
  const count = (await statuses).filter((status) => status === 200).length;
  // Calls of the 60 that gave up keep their places in the queue until their turn.
  expect(count).toBeGreaterThanOrEqual(140);
  await eventually(() => expect([turns.running, turns.waiting]).toEqual([0, 0]));
});

test("counts no call whose body has not arrived, and no answer that is not read", async () => {
  const { origin, turns, call } = await start();
  const port = Number(new URL(origin).port);
  const sockets = Array.from({ length: 205 }, () => {
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("POST /work HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{");
    return socket;
  });
  await eventually(async () => {
    const open = await new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)));
    expect(open).toBeGreaterThanOrEqual(205);
  });
  expect((await call("/soon", "203.0.113.2")).status).toBe(200);
  expect(turns.running).toBe(0);
  for (const socket of sockets) socket.destroy();
});
