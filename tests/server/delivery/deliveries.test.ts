import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendDeliveries } from "#server/delivery/deliveries.ts";
import { storeReceipt } from "#server/delivery/receipts.ts";
import type { Bundle, Receipt } from "#server/ports/delivery.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { readDeliveries, readEvaluation, readReportMessages, verify, type Evaluated } from "./verified.ts";

/** What a partner does with the next bundles; then it takes each with a receipt. */
type Answer = (bundle: Bundle) => Promise<Receipt | undefined>;
let answers: Answer[] = [];
let sent: Bundle[] = [];

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  const send = async (bundle: Bundle) => {
    sent.push(bundle);
    return (answers.shift() ?? (async () => ({ reference: `R-${bundle.kind}` })))(bundle);
  };
  app = await startTestApp({ config: await definitionsConfig(), ports: { delivery: () => ({ send }) } });
});
afterAll(() => app?.close());
beforeEach(() => {
  answers = [];
  sent = [];
});

const refuse: Answer = async () => {
  throw new Error("partner.example answers 500");
};
const kinds = ({ txnId }: Evaluated) => sent.filter(({ about }) => about.txnId === txnId).map(({ kind }) => kind);
const readLog = async ({ txnId }: Evaluated): Promise<string[]> => {
  const { rows } = await app.services.pool.query<{ event: string }>(
    "select event from delivery_log l join deliveries d on d.id = l.delivery_id where d.transaction_id = $1 order by seq",
    [txnId],
  );
  return rows.map(({ event }) => event);
};

describe("sendDeliveries", () => {
  test("sends the documents, then the report, each once", async () => {
    const asha = await verify(app);
    expect(kinds(asha)).toEqual(["documents", "report"]);
    expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
    await app.advance(86_400);
    expect(kinds(asha)).toEqual(["documents", "report"]);
    expect(await readLog(asha)).toEqual(["sent", "received", "sent", "received"]);
  });

  test("keeps the report back while the documents are not accepted, and loses neither", async () => {
    answers = [refuse, refuse, refuse];
    const asha = await verify(app);
    expect(await readDeliveries(app, asha)).toMatchObject({
      documents: { state: "due", attempts: 1 },
      report: { state: "waiting", attempts: 0 },
    });
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
    await app.advance(20);
    expect(kinds(asha)).toEqual(["documents"]);
    await app.advance(20);
    await app.advance(120);
    await app.advance(240);
    expect(kinds(asha)).toEqual(["documents", "documents", "documents", "documents", "report"]);
    expect(new Set(sent.filter(({ kind }) => kind === "documents").map(({ id }) => id)).size).toBe(1);
    expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
    expect(await readLog(asha)).toEqual(["failed", "failed", "failed", "sent", "received", "sent", "received"]);
  });

  test("gives up after about two days of failures", async () => {
    answers = Array.from({ length: 14 }, () => refuse);
    const asha = await verify(app);
    for (let hours = 0; hours < 60; hours += 6) for (let n = 0; n < 3; n += 1) await app.advance(2 * 3600);
    expect((await readDeliveries(app, asha)).documents).toMatchObject({ state: "dead", attempts: 14 });
    expect((await readLog(asha)).at(-1)).toBe("dead");
  });

  test("sends once when two servers look at the same time, and while one waits for the partner", async () => {
    let arrive: () => void = () => undefined;
    let answer: (receipt: Receipt) => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    answers = [
      refuse,
      async () => {
        arrive();
        return new Promise<Receipt>((resolve) => (answer = resolve));
      },
    ];
    const asha = await verify(app);
    await app.services.pool.query("update deliveries set due_at = app_now() where transaction_id = $1", [asha.txnId]);
    const first = sendDeliveries(app.services);
    await arrived;
    await Promise.all([sendDeliveries(app.services), sendDeliveries(app.services)]);
    expect(kinds(asha)).toEqual(["documents", "documents"]);
    answer({ reference: "late" });
    await first;
    expect(kinds(asha)).toEqual(["documents", "documents", "report"]);
  });

  test("does not let a partner that hangs hold up the others", async () => {
    const hang: Answer = async () => {
      await sleep(5100);
      throw new Error("partner.example does not answer");
    };
    answers = [refuse, refuse, refuse];
    const slow = [await verify(app), await verify(app)];
    const other = await verify(app, "COMPLETED", { orgId: "lotus", formId: "admission" });
    await app.services.pool.query("update deliveries set due_at = app_now() where state = 'due'");
    await app.services.pool.query("update deliveries set due_at = due_at - interval '1 hour' where provider = 'gce'");
    sent = [];
    answers = [hang];
    await sendDeliveries(app.services);
    expect(slow.flatMap(kinds)).toEqual(["documents"]);
    expect(kinds(other)).toEqual(["documents", "report"]);
    await sendDeliveries(app.services);
    expect(slow.flatMap(kinds)).toHaveLength(3);
  });

  test("tries again with the same id when the server died before it stored the receipt", async () => {
    answers = [async () => undefined];
    const asha = await verify(app);
    const { documents } = await readDeliveries(app, asha);
    // As after a crash: leased, and not marked.
    await app.services.pool.query(
      "update deliveries set state = 'due', sent_at = null, due_at = app_now() + interval '15 minutes' where id = $1",
      [documents.id],
    );
    await sendDeliveries(app.services);
    expect(kinds(asha)).toEqual(["documents"]);
    await app.advance(16 * 60);
    expect(kinds(asha)).toEqual(["documents", "documents", "report"]);
    const ofDocuments = sent.filter(({ about, kind }) => about.txnId === asha.txnId && kind === "documents");
    expect(new Set(ofDocuments.map(({ id }) => id))).toEqual(new Set([documents.id]));
  });

  test("gives readable files with their hashes, documents and a report of JSON, credentials and PDF", async () => {
    const asha = await verify(app);
    const [documents, report] = sent.filter(({ about }) => about.txnId === asha.txnId);
    expect(documents!.files.length).toBeGreaterThan(2);
    expect(report!.files.map(({ name }) => name)).toEqual(["credentials.json", "report.en.pdf", "report.json"]);
    for (const file of [...documents!.files, ...report!.files]) {
      const path = new URL(file.url).pathname;
      const answer = await app.call("GET", path);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.rawPayload).toHaveLength(file.sizeBytes);
      expect((await app.call("GET", path.replace(/\.[^./]+\//, ".forged/"))).statusCode).toBe(404);
    }
    const address = new URL(report!.files[2]!.url).pathname;
    await app.advance(3660);
    expect((await app.call("GET", address)).statusCode).toBe(404);
  });
});

describe("storeReceipt", () => {
  test("changes nothing for a second receipt: one step, one message per channel", async () => {
    const asha = await verify(app);
    const { report } = await readDeliveries(app, asha);
    const row = { ...report, transactionId: asha.txnId };
    const before = await readReportMessages(app, asha);
    expect(before.length).toBeGreaterThan(0);
    const results = await Promise.all(
      [1, 2, 3].map((n) => storeReceipt(app.services, row, { reference: `again ${n}`, by: "delivery" })),
    );
    expect(results).toEqual([false, false, false]);
    expect(await readReportMessages(app, asha)).toEqual(before);
    expect((await readDeliveries(app, asha)).report.receipt).toBe("R-report");
  });
});
