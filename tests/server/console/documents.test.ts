import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { codeOf, hire, read, reasonOf } from "../staff/staff-member.ts";
import { orgId, submitCase, type SubmittedCase } from "./submitted-case.ts";

let app: TestApp;
let vera: Awaited<ReturnType<typeof hire>>;
let found: SubmittedCase;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  vera = await hire(app, "verifier", orgId);
});
beforeEach(async () => {
  found = await submitCase(app);
});
afterAll(() => app?.close());

const open = () => vera.browser.call("POST", `${found.path}/documents/${found.fileId}`);
const setScan = (scan: string | null) =>
  app.services.pool.query("update files set scan = $1 where id = $2", [scan, found.fileId]);
const stored = () => path.join(app.settings.dataDir, "files", found.fileId);
const toPath = (url: string) => url.replace("/console/api/1.0", "");

/** The case can still be decided after its document has changed or gone. */
async function expectDecidable(): Promise<void> {
  const decision = { outcome: "insufficient", fieldList: [{ at: "/Marksheet", reason: "unreadable" }] };
  const { version } = read<{ version: number }>(await vera.browser.call("GET", found.path));
  const answer = await vera.browser.call("POST", `${found.path}/decision`, { ...decision, version });
  expect(codeOf(answer), answer.body).toEqual([200, 0]);
}

test("refuses a document that a scanner finds infected, also at an address from before", async () => {
  const url = toPath(read<{ url: string }>(await open()).url);
  await setScan("infected");
  rmSync(stored());
  expect(read<object>(await vera.browser.call("GET", found.path))).toMatchObject({
    documentList: [{ fileId: found.fileId, scan: "infected" }],
  });
  for (const answer of [await open(), await vera.browser.call("GET", url)])
    expect([answer.statusCode, reasonOf(answer)]).toEqual([404, "file-virus"]);
  await expectDecidable();
});

test("refuses a document while its scan is pending, and opens it after", async () => {
  await setScan("waiting");
  const refused = await open();
  expect([refused.statusCode, reasonOf(refused)]).toEqual([409, "file-scan-pending"]);
  await setScan("clean");
  expect(codeOf(await open())).toEqual([200, 0]);
});

test("reports a document whose bytes are missing", async () => {
  rmSync(stored());
  expect(codeOf(await open())).toEqual([404, 104]);
  await expectDecidable();
});

test("draws the last page of 300, and lists no more pages of a longer document", async () => {
  writeFileSync(stored(), await makePdf(["Page"], 0, 300));
  const { pageList } = read<{ pageList: string[] }>(await open());
  expect(pageList).toHaveLength(300);
  const last = await vera.browser.call("GET", toPath(pageList[299]!));
  expect([last.statusCode, last.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  writeFileSync(stored(), await makePdf(["Page"], 0, 320));
  expect(read<{ pageList: string[] }>(await open()).pageList).toHaveLength(300);
});
