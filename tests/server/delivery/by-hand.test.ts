import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Delivery, DeliveryList } from "#engine/core/scope/shapes/deliveries.ts";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, consoleApi, hire, read, reasonOf, type ConsoleBrowser } from "../staff/staff-member.ts";
import { readDeliveries, readEvaluation, readReportMessages, verify } from "./verified.ts";

/** The evaluation is handed over by staff. */
const byHand = (document: AnyDefinition): AnyDefinition =>
  isKind(document, "request") && document.evaluation
    ? { ...document, evaluation: { ...document.evaluation, delivery: "manual" } }
    : document;

let app: TestApp;
let lead: ConsoleBrowser;
let auditor: ConsoleBrowser;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig(byHand) });
  lead = (await hire(app, "lead")).browser;
  auditor = (await hire(app, "auditor")).browser;
});
afterAll(() => app?.close());

const listed = async (browser: ConsoleBrowser, query: string, orgId = "gce"): Promise<DeliveryList> =>
  read<DeliveryList>(await browser.call("GET", `/organisations/${orgId}/deliveries?${query}`));
/** The deliveries of a transaction, documents first. */
const list = async (browser: ConsoleBrowser, txnId: string): Promise<Delivery[]> => {
  const found = (await listed(browser, `txnId=${txnId}`)).list.sort((a, b) => a.kind.localeCompare(b.kind));
  return Promise.all(
    found.map(async ({ id }) => read<Delivery>(await browser.call("GET", `/organisations/gce/deliveries/${id}`))),
  );
};
const record = (id: string, more: object = {}, browser = lead) =>
  browser.call("POST", `/organisations/gce/deliveries/${id}/record`, {
    how: "By courier, signed for",
    at: "01-01-2026",
    reference: "AWB 4711",
    ...more,
  });

describe("deliveries by hand", () => {
  test("wait for staff, who read the files and record how and when; states and messages follow", async () => {
    const asha = await verify(app);
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
    const [documents, report] = await list(lead, asha.txnId);
    expect([documents!.kind, documents!.state, report!.state]).toEqual(["documents", "sent", "waiting"]);
    const file = report!.fileList.find(({ name }) => name === "report.en.pdf")!;
    const bytes = await app.call("GET", `${consoleApi}/organisations/gce/deliveries/${report!.id}/files/${file.name}`, {
      headers: { cookie: lead.cookie! },
    });
    expect(bytes.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.headers).toMatchObject({ "content-length": String(file.sizeBytes), "cache-control": "no-store" });

    expect(reasonOf(await record(report!.id))).toBe("delivery-waits");
    const recorded = read<Delivery>(await record(documents!.id));
    expect(recorded).toMatchObject({ state: "received", receipt: "AWB 4711" });
    expect(recorded.logList.at(-1)).toMatchObject({
      event: "recorded",
      detail: "01-01-2026 · By courier, signed for · AWB 4711",
      by: { displayName: expect.any(String) },
    });
    expect(await readEvaluation(app, asha)).toBe("documentSent");
    expect((await record(report!.id)).statusCode).toBe(200);
    expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
    expect((await readReportMessages(app, asha)).length).toBeGreaterThan(0);
    expect(reasonOf(await record(report!.id))).toBe("delivery-received");
  });

  test("refuse a time to come, an auditor, and the staff of another organisation", async () => {
    const asha = await verify(app);
    const { documents } = await readDeliveries(app, asha);
    expect((await record(documents.id, { at: "01-01-2999" })).json().fields[0].pointer).toBe("/at");
    expect(codeOf(await record(documents.id, {}, auditor))).toEqual([403, 103]);
    const { browser: stranger } = await hire(app, "lead", "harbour");
    expect(codeOf(await record(documents.id, {}, stranger))).toEqual([404, 104]);
    const elsewhere = `/organisations/harbour/deliveries/${documents.id}`;
    expect(codeOf(await stranger.call("POST", `${elsewhere}/resend`))).toEqual([404, 104]);
    expect(codeOf(await stranger.call("GET", `${elsewhere}/files/report.json`))).toEqual([404, 104]);
    expect((await listed(stranger, `txnId=${asha.txnId}`, "harbour")).list).toEqual([]);
    expect(codeOf(await stranger.call("GET", elsewhere))).toEqual([404, 104]);
    expect((await list(auditor, asha.txnId)).length).toBe(2);
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
  });

  test("are listed by pages and by state, the newest first, with receiver, form and candidate", async () => {
    const asha = await verify(app);
    const { list: all, next } = await listed(lead, "count=1");
    expect(all).toMatchObject([{ txnId: asha.txnId, receiver: "Global Credential Evaluators" }]);
    expect(all[0]).toMatchObject({ formLabel: "Education evaluation", holderName: expect.any(String) });
    const { list: rest } = await listed(lead, `count=1&after=${next}`);
    expect(rest).toMatchObject([{ txnId: asha.txnId }]);
    expect(rest[0]!.id).not.toBe(all[0]!.id);
    const { list: waiting } = await listed(lead, "state=waiting");
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(["waiting"]));
    expect(waiting[0]).toMatchObject({ txnId: asha.txnId, kind: "report" });
    expect(codeOf(await lead.call("GET", "/organisations/gce/deliveries?after=bm8"))).toEqual([400, 100]);
    expect((await record(all[0]!.id, { at: "31-02-2026" })).json().fields[0].pointer).toBe("/at");
  });

  test("send again starts a new round, which ends the former addresses and keeps the receipt", async () => {
    const asha = await verify(app);
    const [documents, report] = await list(lead, asha.txnId);
    expect(reasonOf(await lead.call("POST", `/organisations/gce/deliveries/${report!.id}/resend`))).toBe(
      "delivery-waits",
    );
    await record(documents!.id);
    const again = read<Delivery>(await lead.call("POST", `/organisations/gce/deliveries/${documents!.id}/resend`));
    expect(again).toMatchObject({ state: "due", receipt: "AWB 4711" });
    await app.services.jobs.runDue({ all: true });
    expect((await readDeliveries(app, asha)).documents).toMatchObject({ state: "received", round: 2 });
    expect((await list(lead, asha.txnId))[0]!.logList.map(({ event }) => event)).toEqual([
      "sent",
      "recorded",
      "resent",
      "sent",
    ]);
  });

  test("are overdue after the promised working days", async () => {
    const asha = await verify(app);
    expect((await list(lead, asha.txnId)).map(({ isOverdue }) => isOverdue)).toEqual([false, false]);
    await app.services.pool.query(
      "update deliveries set created_at = created_at - interval '7 days' where transaction_id = $1",
      [asha.txnId],
    );
    expect((await list(lead, asha.txnId)).map(({ isOverdue }) => isOverdue)).toEqual([true, true]);
  });
});
