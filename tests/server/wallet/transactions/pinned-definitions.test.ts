import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

test("stores pinned definitions with their keys in order, for every server", async () => {
  const asked = { mobile: newMobile(), orgId: "gce", formId: "education-evaluation", state: "PENDING" };
  expect((await app.call("POST", "/sandbox/transaction", { body: asked })).statusCode).toBe(200);
  const { rows } = await app.services.pool.query<{ definitions: Record<string, unknown> }>(
    "select definitions from releases",
  );
  const organisation = app.services.config.organisation("gce")!;
  const stored = Object.entries(rows[0]!.definitions).filter(([key]) => key.startsWith("verification/"));
  expect(stored.length).toBeGreaterThan(0);
  for (const [key, definition] of stored) {
    const now = organisation.get("verification", key.split("/")[1]!);
    expect(JSON.stringify(definition), key).toBe(JSON.stringify(now));
  }
});
