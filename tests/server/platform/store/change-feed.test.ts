import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { openChangeFeed, type Change, type ChangeFeed } from "#server/platform/store/change-feed.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

/** The embedded database has one server only. */
const onServer = process.env["DATABASE_URL"] !== undefined;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let app: TestApp;
let other: ChangeFeed;
const changes: Change[] = [];

beforeAll(async () => {
  if (!onServer) return;
  app = await startTestApp();
  other = openChangeFeed(app.settings.databaseUrl!, silent);
  other.onChange((changed) => void changes.push(changed));
  await eventually(() => {
    if (!other.isListening) throw new Error("Nothing is heard yet.");
  });
});
afterAll(async () => {
  await other?.close();
  await app?.close();
});

const profile = "/web-wallet/api/1.0/profile";
const readProfile = (token: string) => app.call("GET", profile, { token });

describe.skipIf(!onServer)(
  `changes of other servers${onServer ? "" : ": left out, DATABASE_URL names no PostgreSQL"}`,
  () => {
    test("reports an ended session and a changed candidate to other servers within a second", async () => {
      const { accessToken: token } = await app.signIn(newMobile());
      const { rows } = await app.services.pool.query<{ id: string; candidate_id: string }>(
        "select id, candidate_id from sessions order by created_at desc limit 1",
      );
      const [{ id, candidate_id: candidateId }] = rows as [{ id: string; candidate_id: string }];
      await app.services.pool.query("update candidates set display_name = 'Asha V.' where id = $1", [candidateId]);
      await eventually(() => expect(changes).toContainEqual({ what: "candidate", id: candidateId }));
      expect((await readProfile(token)).statusCode).toBe(200);
      await app.services.pool.query(
        "update sessions set ended_at = now(), end_reason = 'remote-sign-out' where id = $1",
        [id],
      );
      await eventually(() => expect(changes).toContainEqual({ what: "session", id }));
      await eventually(async () => expect((await readProfile(token)).statusCode).toBe(401));
    });

    test("disables caching while the connection is lost, and reconnects by itself", async () => {
      changes.length = 0;
      await app.services.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' or query = 'select 1'",
      );
      await eventually(() => expect(other.isListening).toBe(false));
      expect(changes).toContainEqual({ what: "anything" });
      await eventually(() => expect(other.isListening).toBe(true));
    });

    test("does not look up a session again within seconds", async () => {
      const { accessToken: token } = await app.signIn(newMobile());
      await eventually(() => expect(app.services.store.changeFeed.isListening).toBe(true));
      const query = vi.spyOn(app.services.pool, "query");
      await readProfile(token);
      const first = query.mock.calls.length;
      await readProfile(token);
      expect(query.mock.calls.length - first).toBe(first - 1);
    });
  },
);
