import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { ExportQueue } from "#server/api/export-queue.ts";
import { ExportRejected, type ExporterPort, type TelemetryReport } from "#server/ports/exporter.ts";
import { createOtlpExporter } from "#server/ports/exporter-otlp.ts";
import { createSentryExporter } from "#server/ports/exporter-sentry.ts";

/*
 * Stand-ins by the public protocol descriptions: OTLP/HTTP (opentelemetry.io/docs/specs/otlp, JSON encoding of
 * opentelemetry/proto/logs/v1) and Sentry's envelopes (develop.sentry.dev/sdk/foundations/transport/envelopes and
 * …/sessions). They refuse what the services refuse.
 */

interface Seen {
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}
type Reply = (seen: Seen) => { status: number; headers?: Record<string, string>; body?: string };

const servers: http.Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen(reply: Reply): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const one = { url: request.url ?? "", headers: request.headers, body };
    const { status, headers, body: answer } = reply(one);
    if (status < 300) seen.push(one);
    response.writeHead(status, headers).end(answer ?? "{}");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, seen };
}

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() };
const receivedAt = new Date("2026-11-22T09:00:01.000Z");
const event: TelemetryReport = {
  kind: "event",
  receivedAt,
  entry: {
    name: "Payment: page viewed",
    at: "2026-11-22T09:00:00.000Z",
    version: "3.0",
    visit: "abcdabcdabcdabcd",
    user: "somebody",
    properties: { "route.region": "IN" },
  },
};
const fault: TelemetryReport = {
  kind: "error",
  receivedAt,
  entry: {
    message: "Broken",
    at: "2026-11-22T09:00:00.500Z",
    stack:
      "Error: Broken\n    at press (https://wallet.example/assets/app.js:10:20)\n    at https://wallet.example/a.js:1:2",
    release: "abc",
    visit: "abcdabcdabcdabcd",
    user: "somebody",
    trace: ['{"screen":"payment"}'],
  },
};

/** Accepts OTLP: JSON, nanoseconds as strings, values by their type. */
const collector: Reply = ({ url, headers, body }) => {
  const { resourceLogs } = JSON.parse(body) as {
    resourceLogs: { scopeLogs: { logRecords: { timeUnixNano: unknown; body: unknown; attributes: unknown[] }[] }[] }[];
  };
  const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  const isGood =
    url === "/otlp/v1/logs" &&
    headers["content-type"] === "application/json" &&
    records.every(({ timeUnixNano }) => /^\d{19}$/.test(String(timeUnixNano)) && typeof timeUnixNano === "string");
  return { status: isGood ? 200 : 400, body: JSON.stringify({ partialSuccess: {} }) };
};

test("sends events as INFO and errors as ERROR records to a collector, with the operator's headers", async () => {
  const { port, seen } = await listen(collector);
  const otlp = createOtlpExporter({ url: `http://127.0.0.1:${port}/otlp`, headers: { "x-key": "k" } });
  await otlp.send([event, fault]);
  expect(seen[0]!.headers["x-key"]).toBe("k");
  const [{ scopeLogs }] = (JSON.parse(seen[0]!.body) as { resourceLogs: [{ scopeLogs: [{ logRecords: object[] }] }] })
    .resourceLogs;
  expect(scopeLogs[0].logRecords).toMatchObject([
    {
      timeUnixNano: "1795338000000000000",
      severityNumber: 9,
      eventName: "Payment: page viewed",
      attributes: expect.arrayContaining([
        { key: "event.family", value: { stringValue: "payment" } },
        { key: "version", value: { stringValue: "3.0" } },
        { key: "route.region", value: { stringValue: "IN" } },
        { key: "enduser.pseudo.id", value: { stringValue: "somebody" } },
      ]),
    },
    {
      severityNumber: 17,
      severityText: "ERROR",
      body: { stringValue: "Broken" },
      attributes: expect.arrayContaining([{ key: "enduser.pseudo.id", value: { stringValue: "somebody" } }]),
    },
  ]);
});

/** Accepts envelopes: headers and payloads in lines, with one event or transaction at most. */
const relay: Reply = ({ url, headers, body }) => {
  const [head, ...items] = body.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  const types = items.filter((_, index) => index % 2 === 0).map(({ type }) => String(type));
  const isGood =
    url === "/prefix/api/42/envelope/" &&
    /^Sentry sentry_version=7, sentry_client=\S+, sentry_key=public$/.test(String(headers["x-sentry-auth"])) &&
    items.length % 2 === 0 &&
    types.every((type) => ["event", "transaction", "session"].includes(type)) &&
    types.filter((type) => type !== "session").length <= 1 &&
    (types.every((type) => type === "session") || /^[0-9a-f]{32}$/.test(String(head?.["event_id"])));
  return { status: isGood ? 200 : 400 };
};
const dsnOf = (port: number) => `http://public@127.0.0.1:${port}/prefix/42`;
const itemsOf = ({ body }: Seen) => body.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);

test("sends an error to Sentry as an event with frames, oldest first, and breadcrumbs, and its visit as an errored session", async () => {
  const { port, seen } = await listen(relay);
  await createSentryExporter(dsnOf(port)).send([event, fault]);
  const all = seen.map(itemsOf);
  expect(all.map(([, item]) => item!["type"])).toEqual(["transaction", "event", "session"]);
  expect(all[0]![2]).toMatchObject({
    transaction: "Payment: page viewed",
    contexts: { trace: { op: "payment" } },
    user: { id: "somebody" },
  });
  expect(all[1]![2]).toMatchObject({
    level: "error",
    release: "abc",
    user: { id: "somebody" },
    exception: {
      values: [
        {
          value: "Broken",
          stacktrace: {
            frames: [
              { filename: "https://wallet.example/a.js", lineno: 1, colno: 2 },
              { filename: "https://wallet.example/assets/app.js", function: "press", lineno: 10, colno: 20 },
            ],
          },
        },
      ],
    },
    breadcrumbs: { values: [{ message: '{"screen":"payment"}' }] },
  });
  expect(all[2]![2]).toMatchObject({
    status: "errored",
    errors: 1,
    did: "somebody",
    sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("sends every event, and one in ten visits without an error", async () => {
  const { port, seen } = await listen(relay);
  const visits = Array.from({ length: 300 }, (_, index) => `visit-${index}`);
  const batch = visits.map(
    (visit): TelemetryReport => ({ ...event, entry: { ...event.entry, visit } }) as TelemetryReport,
  );
  await createSentryExporter(dsnOf(port)).send(batch);
  const types = seen.flatMap((one) => itemsOf(one).map(({ type }) => type));
  expect(types.filter((type) => type === "transaction").length).toBeGreaterThanOrEqual(300);
  const sessions = types.filter((type) => type === "session").length;
  expect(sessions).toBeGreaterThan(12);
  expect(sessions).toBeLessThan(55);
});

test("does not resend accepted reports when the rest of the batch is retried", async () => {
  let calls = 0;
  const { port, seen } = await listen((one) => (++calls === 2 ? { status: 503 } : relay(one)));
  const sentry = createSentryExporter(dsnOf(port));
  const batch: TelemetryReport[] = [event, fault];
  await expect(sentry.send(batch)).rejects.toThrow("503");
  await sentry.send(batch);
  const types = seen.map((one) => itemsOf(one)[1]!["type"]);
  expect(types).toEqual(["transaction", "event", "session"]);
});

const quick = { batchDelayMs: 5, firstRetryMs: 10, maxRetryMs: 40, maxAttempts: 3 };
const many = (count: number): TelemetryReport[] => Array.from({ length: count }, () => ({ ...event }));

test("collects reports into batches, and retries them when that may help", async () => {
  const sizes: number[] = [];
  let refusals = 2;
  const exporter: ExporterPort = {
    name: "test",
    send: async (batch) => {
      if (refusals-- > 0) throw new ExportRejected(503, true);
      sizes.push(batch.length);
    },
  };
  const queue = new ExportQueue(exporter, log, { ...quick, batchSize: 4 });
  queue.offer(many(3));
  queue.offer(many(3));
  await eventually(() => expect(sizes).toEqual([4, 2]));
  await queue.stop();
});

test("drops a batch after a permanent refusal or too many attempts, and sends the next", async () => {
  const reported: number[] = [];
  let answer: Error | undefined = new ExportRejected(400, false);
  const exporter: ExporterPort = {
    name: "test",
    send: async (batch) => {
      reported.push(batch.length);
      if (answer) throw answer;
    },
  };
  const queue = new ExportQueue(exporter, log, quick);
  queue.offer(many(1));
  await eventually(() => expect(reported).toEqual([1]));
  answer = new ExportRejected(0, true);
  queue.offer(many(2));
  await eventually(() => expect(reported).toEqual([1, 2, 2, 2]));
  answer = undefined;
  queue.offer(many(3));
  await eventually(() => expect(reported.at(-1)).toBe(3));
  await queue.stop();
});

test("drops the oldest reports while no exporter accepts any, so that memory stays bounded", async () => {
  const exporter: ExporterPort = { name: "test", send: () => Promise.reject(new ExportRejected(503, true)) };
  const queue = new ExportQueue(exporter, log, { ...quick, batchDelayMs: 60_000, maxQueued: 10 });
  for (let turn = 0; turn < 100; turn += 1) queue.offer(many(5));
  expect((queue as unknown as { queue: TelemetryReport[] }).queue).toHaveLength(10);
  await queue.stop();
});

test("obeys Retry-After, and treats a missing answer as a failure", async () => {
  const { port } = await listen(() => ({ status: 429, headers: { "retry-after": "7" } }));
  const otlp = createOtlpExporter({ url: `http://127.0.0.1:${port}`, headers: {} });
  await expect(otlp.send([event])).rejects.toMatchObject({ status: 429, isRetriable: true, retryAfterSeconds: 7 });
  const unreachable = createOtlpExporter({ url: "http://127.0.0.1:9", headers: {} });
  await expect(unreachable.send([event])).rejects.toMatchObject({ status: 0, isRetriable: true });
});
