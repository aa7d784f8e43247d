import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { armFaults, withFault } from "../../faults/fault.ts";

let app: TestApp;
let disarm: () => void;
beforeAll(async () => {
  app = await startTestApp();
  disarm = armFaults();
});
afterAll(async () => {
  disarm?.();
  await app?.close();
});

// The statements are begin, one statement, commit.
test.each([1, 2, 3])(
  "keeps the pool complete when connections are lost at statement %i of a transaction",
  async (at) => {
    const { db } = app.services;
    const one = () => transact(db, (tx) => tx.execute(sql`select 1 as one`));
    const lost = /Connection terminated unexpectedly|Failed query/;
    // More than the pool holds: one on the embedded database, ten on a server.
    for (let times = 0; times < 12; times += 1)
      await expect(withFault("cut-before", at, one), `time ${times}`).rejects.toThrow(lost);
    expect((await one()).rows).toEqual([{ one: 1 }]);
  },
);
