import Fastify from "fastify";
import { expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { addErrorHandler } from "#server/api/error-handler.ts";
import { errorTexts } from "../error-texts.ts";
import { addLoadShedding } from "#server/api/load-shedding.ts";

test("serves 200 requests of a burst and rejects the rest with 503, health excepted; frees places after answers and hang-ups", async () => {
  const server = Fastify();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  addErrorHandler(server, errorTexts);
  addLoadShedding(server, { store: { countWaiting: () => 0 } } as never);
  let received = 0;
  server.get("/work", () => (received++, gate.then(() => "done")));
  server.get("/soon", async () => "done");
  server.get("/health", async () => "well");
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  const abort = new AbortController();
  const aborted = Array.from({ length: 50 }, () =>
    fetch(`${origin}/work`, { signal: abort.signal }).catch(() => "aborted"),
  );
  const waiting = Array.from({ length: 150 }, () => fetch(`${origin}/work`));
  await eventually(() => expect(received).toBe(200));
  const refused = await fetch(`${origin}/work`);
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
    503,
    "2",
    { code: 120 },
  ]);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  abort.abort();
  expect(await Promise.all(aborted)).toContain("aborted");
  await eventually(async () => expect((await fetch(`${origin}/soon`)).status).toBe(200));
  const late = fetch(`${origin}/work`);
  open();
  expect(
    [(await late).status, ...(await Promise.all(waiting)).map(({ status }) => status)].every(
      (status) => status === 200,
    ),
  ).toBe(true);
  await server.close();
});
