import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const readCoverage = async (since = "") =>
  (await app.call("GET", `/sandbox/coverage${since && `?since=${since}`}`)).json<{ cursor: string; list: object[] }>();

test("lists rules, messages and transitions that the server used since a cursor", async () => {
  const { cursor } = await readCoverage();
  expect((await readCoverage(cursor)).list).toEqual([]);
  const place = { orgId: "gce", formId: "education-evaluation" };
  const scene = await app.call("POST", "/sandbox/transaction", {
    body: { mobile: "+919812345670", ...place, state: "READY_TO_SUBMIT" },
  });
  expect(scene.statusCode).toBe(200);
  const made = await readCoverage(cursor);
  expect(made.list).toEqual(
    expect.arrayContaining([
      { transition: "transaction", from: "PENDING", to: "READY_TO_SUBMIT" },
      { transition: "item", from: "NOT_INITIALIZED", to: "DATA_SAVED" },
      { rule: "submitted", holds: false },
    ]),
  );
  await app.call("GET", "/verification/web-wallet/api/1.0/transactions/info");
  const refused = await readCoverage(made.cursor);
  expect(refused.list).toEqual([{ message: "refusals/session-expired" }]);
  expect((await readCoverage(refused.cursor)).list).toEqual([]);
});
