import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutboundMessage } from "#server/ports/messages.ts";
import { loadSecrets } from "#server/platform/secrets.ts";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const sent: OutboundMessage[] = [];
let isAway = false;
const port = {
  send: async (message: OutboundMessage) => {
    if (isAway) throw new Error("gateway away");
    sent.push(message);
  },
};
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ports: { messages: { sms: port, whatsapp: port, email: port } } });
});
afterAll(() => app.close());

const write = (dedupKey: string, more: { worthlessAfterSeconds?: number } = {}) =>
  transact(app.services.db, (tx) =>
    app.services.outbox.write(tx, {
      dedupKey,
      channel: "email",
      to: "a@mailbox.example",
      subject: "Hello",
      text: dedupKey,
      ...more,
    }),
  );
const texts = () => sent.map((message) => message.text);

test("sends each event once, in the order of writing", async () => {
  await write("one");
  await write("one");
  await write("two");
  await app.services.outbox.flush();
  expect(texts()).toEqual(["one", "two"]);
  const { rows } = await app.services.pool.query("select sealed_content from outbox where dedup_key = 'one'");
  expect(rows[0].sealed_content).toBeNull();
});

test("sends nothing when the business transaction is rolled back", async () => {
  await expect(
    transact(app.services.db, async (tx) => {
      await app.services.outbox.write(tx, {
        dedupKey: "undone",
        channel: "email",
        to: "a@mailbox.example",
        text: "undone",
      });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await app.services.outbox.flush();
  expect(texts()).not.toContain("undone");
});

test("retries after an outage of the gateway, unless the message has expired", async () => {
  isAway = true;
  await write("later");
  await write("code", { worthlessAfterSeconds: 600 });
  await app.services.outbox.flush();
  expect(texts()).not.toContain("later");
  isAway = false;
  await app.services.outbox.flush();
  expect(texts()).not.toContain("later");
  await app.advance(601);
  expect(texts()).toContain("later");
  expect(texts()).not.toContain("code");
});

test("skips a message that no key can open, and gives up at last", async () => {
  const { pool, outbox } = app.services;
  const former = await loadSecrets(pool, {
    secrets: { SEAL_SECRET: ["a secret that was removed from the list"] },
    sandbox: false,
  });
  await write("lost");
  const { rows: lost } = await pool.query<{ id: string }>("select id from outbox where dedup_key = 'lost'");
  const sealed = former.seal("outbox-message", lost[0]!.id, { text: "lost" });
  await pool.query("update outbox set sealed_content = $1 where dedup_key = 'lost'", [sealed]);
  await write("behind it");
  await outbox.flush();
  expect(texts()).toContain("behind it");
  for (let tried = 1; tried < 12; tried += 1) await app.advance(901);
  const { rows } = await pool.query(
    "select attempts, failed_at is not null as given_up, sealed_content from outbox where dedup_key = 'lost'",
  );
  expect(rows).toEqual([{ attempts: 12, given_up: true, sealed_content: null }]);
});
