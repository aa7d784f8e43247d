import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect } from "#server/files/detection/inspector.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { makeCostlyPdf } from "./costly-document.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const detectPath = "/utility/api/1.0/detect-document-issues";
let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

test("inspects a document while another candidate's costly ones are under way", async () => {
  const [greedy, honest] = await Promise.all(
    [newMobile(), newMobile()].map(async (mobile) => (await app.signIn(mobile, { name: "Asha Verma" })).accessToken),
  );
  let costlyDone = 0;
  const costly = Array.from({ length: 2 }, (_, i) =>
    sendFile(app, detectPath, greedy!, makeCostlyPdf(i + 1, 2)).then((answer) => ((costlyDone += 1), answer)),
  );
  for (let document = 0; document < 2; document += 1) {
    const answer = await sendFile(app, detectPath, honest!, await makePdf([`Roll No. ${document}`], 60_000));
    expect([answer.statusCode, answer.json().data.state]).toEqual([200, "COMPLETED"]);
    expect(costlyDone, "the costly documents are still under way").toBe(0);
  }
  expect((await Promise.all(costly)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test("refuses a candidate's 21st document at once, and no other candidate's", async () => {
  const file = path.join(app.settings.dataDir, "small.pdf");
  writeFileSync(file, await makePdf());
  const request = { path: file, contentType: "application/pdf", assessQuality: true } as const;
  const own = Array.from({ length: 21 }, () => inspect(request, "greedy"));
  const other = inspect(request, "honest");
  await expect(own.at(-1)).rejects.toMatchObject({ kind: "blocked", details: { retryAfterSeconds: 10 } });
  const results = await Promise.all([...own.slice(0, 20), other]);
  expect(results.every(({ fault, pageCount }) => fault === undefined && pageCount === 1)).toBe(true);
});
