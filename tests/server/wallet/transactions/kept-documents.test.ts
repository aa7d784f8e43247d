import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

test("a transaction keeps its documents as they were: each key has its place, whichever server reads them", async () => {
  const asked = { mobile: newMobile(), orgId: "gce", formId: "education-evaluation", state: "PENDING" };
  expect((await app.call("POST", "/sandbox/scene", { body: asked })).statusCode).toBe(200);
  const { rows } = await app.services.pool.query<{ documents: Record<string, unknown> }>(
    "select documents from releases",
  );
  const organisation = app.services.config.organisation("gce")!;
  const kept = Object.entries(rows[0]!.documents).filter(([key]) => key.startsWith("verification/"));
  expect(kept.length).toBeGreaterThan(0);
  for (const [key, document] of kept) {
    const now = organisation.get("verification", key.split("/")[1]!);
    expect(JSON.stringify(document), key).toBe(JSON.stringify(now));
  }
});
