import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../ports/webhook-receiver.ts";
import { readDeliveries, readEvaluation, readReportMessages, verify } from "./verified.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
let receiver: WebhookReceiver;
let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  receiver = await startWebhookReceiver(secret);
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: { deliveries: { gce: { https: { url: receiver.url, secret } } } },
  });
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
});
beforeEach(() => {
  receiver.events.length = 0;
});

interface Given {
  by?: string;
  at?: Date;
  provider?: string;
  reference?: string;
}

/** The partner's receipt, signed. */
function acknowledge(
  deliveryId: string,
  { by = secret, at = new Date(), provider = "gce", reference = "GCE-9" }: Given = {},
) {
  const body = JSON.stringify({
    type: "delivery.received",
    timestamp: at.toISOString(),
    data: { deliveryId, reference },
  });
  const id = randomBytes(8).toString("hex");
  return app.call("POST", `/webhooks/deliveries/${provider}`, {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(by).sign(id, at, body),
    },
  });
}

test("delivers to a partner's endpoint, and takes its receipts once", async () => {
  receiver.answers = [202, 202];
  const asha = await verify(app);
  const { documents } = await readDeliveries(app, asha);
  expect(documents.state).toBe("sent");
  expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
  expect((await acknowledge(documents.id)).json()).toEqual({ code: 0 });
  expect(await readEvaluation(app, asha)).toBe("documentSent");
  await app.services.jobs.runDue({ all: true });
  expect(receiver.events.map(({ body }) => body.type)).toEqual(["documents.ready", "report.ready"]);
  const { report } = await readDeliveries(app, asha);
  const answers = await Promise.all([acknowledge(report.id), acknowledge(report.id), acknowledge(report.id)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
  const messages = await readReportMessages(app, asha);
  expect(messages).toEqual([...new Set(messages)]);
});

test("refuses a receipt that is forged, old, of another partner, or for a report that is not out", async () => {
  receiver.answers = [202];
  const asha = await verify(app);
  const { documents, report } = await readDeliveries(app, asha);
  const forged = `whsec_${randomBytes(32).toString("base64")}`;
  expect((await acknowledge(documents.id, { by: forged })).statusCode).toBe(403);
  expect((await acknowledge(documents.id, { at: new Date(Date.now() - 600_000) })).statusCode).toBe(403);
  expect((await acknowledge(documents.id, { provider: "lotus" })).statusCode).toBe(403);
  expect((await app.call("POST", "/webhooks/deliveries/gce", { body: {} })).statusCode).toBe(403);
  expect((await acknowledge(report.id)).statusCode).toBe(404);
  expect((await acknowledge("unknown")).statusCode).toBe(404);
  expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
});

test("loses nothing when the partner answers 500, breaks off, and then answers", async () => {
  receiver.answers = [500, "hang"];
  const asha = await verify(app);
  await app.advance(40);
  await app.advance(120);
  expect(receiver.events.map(({ body }) => body.type)).toEqual([
    "documents.ready",
    "documents.ready",
    "documents.ready",
    "report.ready",
  ]);
  expect(new Set(receiver.events.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
});
