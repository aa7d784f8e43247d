import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { readDeliveries, readEvaluation, readReportMessages, verify } from "./verified.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

interface Arrived {
  kind: string;
  files: { name: string; sizeBytes: number }[];
  acknowledgedAt?: string;
}

const readArrived = async (txnId: string): Promise<Arrived[]> =>
  (await app.call("GET", `/sandbox/evaluation-body?txnId=${txnId}`)).json().list;

test("takes each step of the evaluation with its receipt, and tells the candidate about the report alone", async () => {
  const asha = await verify(app);
  expect(await readEvaluation(app, asha)).toBe("documentSent");
  expect(await readReportMessages(app, asha)).toEqual([]);
  const arrived = await readArrived(asha.txnId);
  const [report, documents] = ["report", "documents"].map((kind) => arrived.find((one) => one.kind === kind));
  expect(documents!.acknowledgedAt).toBeDefined();
  expect(documents!.files.length).toBeGreaterThan(0);
  expect(report!.acknowledgedAt).toBeUndefined();
  expect(report!.files.map(({ name }) => name)).toEqual(["credentials.json", "report.en.pdf", "report.json"]);
  expect((await readDeliveries(app, asha)).report.state).toBe("sent");

  const acknowledged = await app.call("POST", "/sandbox/evaluation-body", { body: { txnId: asha.txnId } });
  expect(acknowledged.statusCode, acknowledged.body).toBe(200);
  expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
  expect((await readReportMessages(app, asha)).length).toBeGreaterThan(0);
});

test("sends the receipt for the report after the promised working days", async () => {
  const asha = await verify(app);
  await app.advance(86_400);
  expect(await readEvaluation(app, asha)).toBe("documentSent");
  await app.advance(4 * 86_400);
  expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
});
