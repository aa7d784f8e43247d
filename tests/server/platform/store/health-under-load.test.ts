import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { eventually } from "../../../support/eventually.ts";
import { blockProcess } from "../../../support/pause-process.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test("reports a busy database as healthy, however long its queue is", async () => {
  const { db, store } = app.services;
  let isOver = false;
  // More loops than the pool has connections. A loop that waits too long tries again.
  const keepBusy = async () => {
    while (!isOver)
      await transact(db, async (tx) => {
        while (!isOver) await tx.execute(sql`select 1`);
      }).catch(() => undefined);
  };
  const busy = Array.from({ length: 12 }, keepBusy);
  try {
    await eventually(() => expect(store.countWaiting()).toBeGreaterThan(0));
    // Also for a process that was blocked itself and heard no answer meanwhile.
    blockProcess(1500);
    expect(await store.isAnswering()).toBe(true);
    expect(store.countWaiting(), "the queue is still there").toBeGreaterThan(0);
  } finally {
    isOver = true;
    await Promise.all(busy);
  }
});
