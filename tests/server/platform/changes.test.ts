import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../eventually.ts";
import { hearChanges, type Changed, type Changes } from "#server/platform/store/changes.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";

/** Embedded there is one server. */
const onServer = process.env["DATABASE_URL"] !== undefined;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let app: TestApp;
let other: Changes;
const heard: Changed[] = [];

beforeAll(async () => {
  if (!onServer) return;
  app = await startTestApp();
  other = hearChanges(app.settings.databaseUrl!, silent);
  other.hear((changed) => void heard.push(changed));
  await eventually(() => {
    if (!other.isHeard) throw new Error("Nothing is heard yet.");
  });
});
afterAll(async () => {
  await other?.close();
  await app?.close();
});

const profile = "/web-wallet/api/1.0/profile";
const ask = (token: string) => app.call("GET", profile, { token });

describe.skipIf(!onServer)(
  `changes of other servers${onServer ? "" : ": left out, DATABASE_URL names no PostgreSQL"}`,
  () => {
    test("another server hears within a second that a session has ended, or its candidate changed", async () => {
      const { accessToken: token } = await app.signIn(newMobile());
      const { rows } = await app.services.pool.query<{ id: string; candidate_id: string }>(
        "select id, candidate_id from sessions order by created_at desc limit 1",
      );
      const [{ id, candidate_id: candidateId }] = rows as [{ id: string; candidate_id: string }];
      await app.services.pool.query("update candidates set display_name = 'Asha V.' where id = $1", [candidateId]);
      await eventually(() => expect(heard).toContainEqual({ what: "candidate", id: candidateId }));
      expect((await ask(token)).statusCode).toBe(200);
      await app.services.pool.query("update sessions set ended_at = now(), end_reason = 'elsewhere' where id = $1", [
        id,
      ]);
      await eventually(() => expect(heard).toContainEqual({ what: "session", id }));
      await eventually(async () => expect((await ask(token)).statusCode).toBe(401));
    });

    test("while the connection is lost nothing is remembered, and it comes back by itself", async () => {
      heard.length = 0;
      await app.services.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' or query = 'select 1'",
      );
      await eventually(() => expect(other.isHeard).toBe(false));
      expect(heard).toContainEqual({ what: "anything" });
      await eventually(() => expect(other.isHeard).toBe(true));
    });

    test("who asks again within seconds is not looked up again", async () => {
      const { accessToken: token } = await app.signIn(newMobile());
      await eventually(() => expect(app.services.store.changes.isHeard).toBe(true));
      const query = vi.spyOn(app.services.pool, "query");
      await ask(token);
      const first = query.mock.calls.length;
      await ask(token);
      expect(query.mock.calls.length - first).toBe(first - 1);
    });
  },
);
