import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { eventually } from "../../../eventually.ts";
import { standStill } from "../../../stand-still.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test("a database that answers others is well, however long the queue in front of it", async () => {
  const { db, store } = app.services;
  let isOver = false;
  // More than a pool holds, each with a connection of its own that asks and asks. Who waited too long for one waits again.
  const keepBusy = async () => {
    while (!isOver)
      await transact(db, async (tx) => {
        while (!isOver) await tx.execute(sql`select 1`);
      }).catch(() => undefined);
  };
  const busy = Array.from({ length: 12 }, keepBusy);
  try {
    await eventually(() => expect(store.waiting()).toBeGreaterThan(0));
    // Also for a process that has stood still, and has heard nothing for that.
    standStill(1500);
    expect(await store.isAnswering()).toBe(true);
    expect(store.waiting(), "the queue is still there").toBeGreaterThan(0);
  } finally {
    isOver = true;
    await Promise.all(busy);
  }
});
