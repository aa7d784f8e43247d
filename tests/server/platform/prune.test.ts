import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const statement of [
    "insert into candidates (id, mobile, display_name, created_at) values ('c', '+919000000001', 'Asha', now())",
    "insert into staff (id, email, display_name, created_at) values ('m', 'm@example.org', 'Vera', now())",
    "insert into transactions (id, candidate_id, org_id, form_id, release_id, state, active_at, created_at, updated_at) values ('t', 'c', 'o', 'f', 'r', 'PENDING', now(), now(), now())",
    "insert into credentials (id, candidate_id, transaction_id, sub_type, credential_type, attributes, attributes_hash, issuer, token, vct, issued_at) values ('k', 'c', 't', 's', 'Degree', '{}', 'x', 'i', 'x', '', now())",
  ])
    await app.services.pool.query(statement);
});
afterAll(() => app?.close());

/** More than one batch. */
const many = 1500;

/** Tables whose rows age: the table, how long rows stay, and the SQL of row `i` with age `$1`. */
const aging: [table: string, kept: string, row: string][] = [
  ["telemetry", "90 days", "(kind, entry, received_at) select 'event', '{}', app_now() - $1::interval"],
  ["rate_limits", "1 day", "(key, window_started_at, count) select $1 || i, app_now() - $1::interval, 1"],
  [
    "outbox",
    "90 days",
    "(id, dedup_key, channel, recipient, due_at, created_at, sent_at, failed_at) select $1 || i, $1 || i, 'sms', '+919', now(), app_now() - $1::interval, case i % 2 when 0 then now() end, case i % 2 when 1 then now() end",
  ],
  [
    "otp_codes",
    "1 day",
    "(id, purpose, limit_key, code_hmac, sealed_payload, expires_at, created_at) select $1 || i, 'p', 'l', 'x', 'x', app_now() - $1::interval, now()",
  ],
  [
    "otp_limits",
    "1 day",
    "(key, sends, daily_sends, failures) select $1 || i, '{}', array[app_now() - $1::interval], '{}'",
  ],
  [
    "candidates",
    "7 days",
    "(id, mobile, display_name, created_at) select $1 || i, $1 || i, 'Asha', app_now() - $1::interval",
  ],
  [
    "idempotency_keys",
    "1 day",
    "(id, operation, body_hash, created_at) select $1 || i, 'o', 'x', app_now() - $1::interval",
  ],
  [
    "sessions",
    "1 day",
    "(id, candidate_id, created_at, expires_at) select $1 || i, 'c', now(), app_now() - $1::interval",
  ],
  [
    "passkey_challenges",
    "0 seconds",
    "(hash, purpose, candidate_id, bound_to, expires_at) select $1 || i, 'prove', 'c', 's', app_now() - $1::interval",
  ],
  [
    "pending_sign_ins",
    "0 seconds",
    "(id_hash, candidate_id, expires_at) select $1 || i, 'c', app_now() - $1::interval",
  ],
  [
    "staff_sessions",
    "1 day",
    "(token_hash, staff_id, created_at, seen_at, proved_at, expires_at) select $1 || i, 'm', now(), now(), now(), app_now() - $1::interval",
  ],
  [
    "staff_approvals",
    "1 day",
    "(id, org_id, operation, call_hash, subject, requested_by, requested_at, expires_at) select $1 || i, 'o', 'x', 'x', 'x', 'm', now(), app_now() - $1::interval",
  ],
  ["publications", "7 days", "(id, sources, addresses, served_at) select $1 || i, '', '{}', now() - $1::interval"],
  [
    "captchas",
    "1 hour",
    "(id, candidate_id, transaction_id, verification_name, answer_hmac, expires_at) select $1 || i, 'c', 't', 'v', 'x', app_now() - $1::interval",
  ],
  [
    "photo_nonces",
    "1 hour",
    "(id, candidate_id, transaction_id, verification_name, expires_at) select $1 || i, 'c', 't', 'v', app_now() - $1::interval",
  ],
  [
    "uploads",
    "1 day",
    "(id, candidate_id, file_name, state, created_at) select $1 || i, 'c', 'f', 'claimed', app_now() - $1::interval",
  ],
  [
    "credential_offers",
    "1 day",
    "(id, credential_id, candidate_id, code_hash, sealed_code, sealed_digits, accepted_at, expires_at, created_at) select $1 || i, 'k', 'c', $1 || i, 'x', 'x', case i % 2 when 0 then now() end, app_now() - $1::interval, now()",
  ],
  [
    "presentation_requests",
    "1 day",
    "(id, transaction_id, candidate_id, verification_name, nonce, sealed_key, accepted_at, expires_at, created_at) select $1 || i, 't', 'c', 'v', 'x', 'x', case i % 2 when 0 then now() end, app_now() - $1::interval, now()",
  ],
];

test.each(aging)("deletes every row of %s older than %s, and no other", async (table, kept, row) => {
  const { pool, jobs } = app.services;
  const write = (age: string, count: number) =>
    pool.query(`insert into ${table} ${row} from generate_series(1, ${count}) i`, [age]);
  const count = async () => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;
  const before = await count();
  await write(`${kept} 1 minute`, many);
  await write(`${kept} -1 minutes`, 2);
  await jobs.runDue({ all: true });
  expect(await count()).toBe(before + 2);
});

test("keeps an unsent message of any age", async () => {
  const { pool, jobs } = app.services;
  await pool.query(
    "insert into outbox (id, dedup_key, channel, recipient, due_at, created_at) values ('waits', 'waits', 'sms', '+919', app_now() + interval '1 day', app_now() - interval '1 year')",
  );
  await jobs.runDue({ all: true });
  expect((await pool.query("select 1 from outbox where id = 'waits'")).rows).toHaveLength(1);
});
