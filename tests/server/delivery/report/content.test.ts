import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { readPdf } from "../../../support/read-pdf.ts";
import { sendDeliveries } from "#server/delivery/deliveries.ts";
import { verify, type Evaluated } from "../verified.ts";

const form = { orgId: "harbour", formId: "senior-check" };
/** A partner evaluates a request with lists, and gets its report in the form of the repository's. */
const evaluated = (document: AnyDefinition): AnyDefinition =>
  isKind(document, "request") && document.id === form.formId
    ? {
        ...document,
        evaluation: {
          provider: "harbour",
          report: "education-evaluation",
          delivery: "https",
          processingPeriod: { normal: "5 days" },
        },
      }
    : document;

interface Report {
  holder: { name: string };
  verifications: {
    verification: string;
    result: string;
    source: string;
    answers: { section: string; label: string; text: string; at: string; value: unknown }[];
  }[];
  text: { sections: { title: string; facts: { label: string; value: string }[]; groups: { title: string }[] }[] };
}

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig(evaluated) });
});
afterAll(() => app?.close());

async function readFiles({ txnId }: Evaluated): Promise<Record<string, Buffer>> {
  const { rows } = await app.services.pool.query<{ name: string; bytes: Buffer }>(
    "select f.name, f.bytes from report_files f join reports r on r.id = f.report_id where r.transaction_id = $1",
    [txnId],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Buffer.from(bytes)]));
}

describe("issueReport", () => {
  test("writes every verification with result, source and answers, and each row of a list under its heading", async () => {
    const asha = await verify(app, "COMPLETED", form);
    const files = await readFiles(asha);
    const report = JSON.parse(String(files["report.json"])) as Report;
    const { rows } = await app.services.pool.query<{ name: string }>(
      "select name from transaction_items where transaction_id = $1 order by position",
      [asha.txnId],
    );
    expect(new Set(report.verifications.map(({ verification }) => verification))).toEqual(
      new Set(rows.map(({ name }) => name)),
    );
    expect(report.verifications.map(({ result }) => result)).toContain("verified");
    const history = report.verifications.find(({ verification }) => verification === "employment-history")!;
    const inRows = history.answers.filter(({ at }) => /^\/\w+\/0\//.test(at));
    expect(inRows.length).toBeGreaterThan(1);
    expect(new Set(inRows.map(({ section }) => section)).size).toBe(1);
    const section = report.text.sections.find(({ title }) => title.startsWith("Employment history"))!;
    expect(section.facts.map(({ label }) => label)).toContain("Verified on");
    expect(section.groups.map(({ title }) => title)).toContain(inRows[0]!.section);
    const pdf = await readPdf(files["report.en.pdf"]!);
    for (const { label, text } of inRows) {
      expect(pdf).toContain(label);
      expect(pdf.replaceAll(/\s/g, "")).toContain(text.replaceAll(/\s/g, ""));
    }
  });

  test("is the same at each further attempt, and has a second PDF in the candidate's language", async () => {
    const asha = await verify(app, "IN_PROGRESS", form);
    await app.services.pool.query("update candidates set locale = 'hi' where mobile = $1", [asha.mobile]);
    await app.call("POST", "/sandbox/verifier", { body: { txnId: asha.txnId, outcome: "complete" } });
    const files = await readFiles(asha);
    expect(Object.keys(files).sort()).toEqual(["credentials.json", "report.en.pdf", "report.hi.pdf", "report.json"]);
    const hindi = await readPdf(files["report.hi.pdf"]!);
    expect(hindi).toContain("सत्यापन रिपोर्ट");
    expect(hindi).toContain("सत्यापित");
    await app.services.pool.query("update deliveries set state = 'due', due_at = app_now() where transaction_id = $1", [
      asha.txnId,
    ]);
    await sendDeliveries(app.services);
    expect(await readFiles(asha)).toEqual(files);
  });
});
