import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDetectWorker } from "../files/papers.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

const readTried = async (since = "") =>
  (await app.call("GET", `/sandbox/tried${since && `?since=${since}`}`)).json<{ mark: string; list: object[] }>();

test("the server says which rules it asked, what it said, and which moves it made, since a mark", async () => {
  const { mark } = await readTried();
  expect((await readTried(mark)).list).toEqual([]);
  const place = { orgId: "gce", formId: "education-evaluation" };
  const scene = await app.call("POST", "/sandbox/scene", {
    body: { mobile: "+919812345670", ...place, state: "READY_TO_SUBMIT" },
  });
  expect(scene.statusCode).toBe(200);
  const made = await readTried(mark);
  expect(made.list).toEqual(
    expect.arrayContaining([
      { move: "transaction", from: "PENDING", to: "READY_TO_SUBMIT" },
      { move: "item", from: "NOT_INITIALIZED", to: "DATA_SAVED" },
      { rule: "submitted", holds: false },
    ]),
  );
  await app.call("GET", "/verification/web-wallet/api/1.0/transactions/info");
  const refused = await readTried(made.mark);
  expect(refused.list).toEqual([{ words: "refusals/session-expired" }]);
  expect((await readTried(refused.mark)).list).toEqual([]);
});
