import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { accountCases } from "./account-cases.ts";
import { credentialCases } from "./credential-cases.ts";
import { paymentCases } from "./payment-cases.ts";
import { passkeyCases } from "./passkey-cases.ts";

const attempts = 12;
const cases = Object.entries({ ...accountCases, ...credentialCases, ...passkeyCases, ...paymentCases });
const serverUrl = process.env.DATABASE_URL;
/** The embedded database has one connection, a server ten: only there calls really overlap. */
const databases = [
  ["the embedded database", undefined],
  ...(serverUrl === undefined ? [] : [["PostgreSQL", serverUrl] as const]),
] as const;

describe.each(databases)("twelve parallel calls on %s", (_, url) => {
  let app: TestApp;
  beforeAll(async () => {
    await buildDetectWorker();
    app = await startOn(url);
  });
  afterAll(() => app?.close());

  test.each(cases)("%s", async (_name, { winners, prepare }) => {
    const { attempt, countsOnce = [] } = await prepare(app, attempts);
    const results = await Promise.all(Array.from({ length: attempts }, (__, at) => attempt(at)));
    const won = results.filter((result) => result.won);
    if (winners === "one") expect(won).toHaveLength(1);
    else expect(new Set(won.map(({ given }) => JSON.stringify(given))).size).toBe(1);
    for (const [statement, ...values] of countsOnce) {
      const { rows } = await app.services.pool.query<{ count: string }>(statement, values);
      expect(Number(rows[0]!.count), statement).toBe(1);
    }
  });
});

/** An app on a new database of this kind. */
async function startOn(url: string | undefined): Promise<TestApp> {
  if (url === undefined) delete process.env.DATABASE_URL;
  try {
    return await startTestApp({ config: await definitionsConfig() });
  } finally {
    if (serverUrl !== undefined) process.env.DATABASE_URL = serverUrl;
  }
}
