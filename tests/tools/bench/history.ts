/*
 * Shows that cost does not grow with history: fills a PostgreSQL with the data of a large organisation, runs every job
 * and a candidate's reads, and compares with an empty database. Reads the queue of 10,000 open cases with each filter.
 * Lists tables that were scanned whole. Exits with 1 if a large table was.
 * `DATABASE_URL=postgres://… npm run bench history [transactions]`.
 */
import pg from "pg";
import { toRequest } from "#engine/contract/request.ts";
import type { TestApp } from "../../server/app.ts";
import { startTestApp } from "../../server/app.ts";
import { definitionsConfig } from "../../server/definitions-config.ts";
import { hire } from "../../server/staff/staff-member.ts";

const count = Number(process.argv[2] ?? 300_000);
/** A sequential scan of fewer rows is faster than an index. */
const smallRows = 2_000;
const readsEach = 400;
const weighed = 100;
/** Open cases of the organisation, and the longest first page of its queue. */
const openCases = 10_000;
const queueMs = 100;
const place = { orgId: "gce", formId: "education-evaluation" };
if (!process.env["DATABASE_URL"])
  throw new Error("DATABASE_URL must name a PostgreSQL in which databases may be made.");

const config = await definitionsConfig();
const [young, old] = [await startTestApp({ config }), await startTestApp({ config })];
try {
  const began = Date.now();
  await weigh(old);
  const empty = await readSize(old);
  await fill(old, count);
  const kb = ((await readSize(old)) - empty) / count / 1024;
  console.log(
    `${count} finished transactions in ${Math.round((Date.now() - began) / 1000)} s, ${kb.toFixed(1)} KB each with their indexes`,
  );
  const faults = [...(await compareReads(young, old)), ...(await readQueue(old)), ...(await runJobs(old))];
  for (const fault of faults) console.log(`  ✗ ${fault}`);
  if (faults.length === 0) console.log("  no large table was read whole");
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await Promise.all([young.close(), old.close()]);
}
process.exit();

/** Measures the rows and bytes of one paid and verified transaction, created through the API. */
async function weigh(app: TestApp): Promise<void> {
  const before = await readSize(app);
  for (let i = 0; i < weighed; i += 1) {
    const mobile = `+9181${String(i).padStart(8, "0")}`;
    const scene = { mobile, ...place, state: "COMPLETED" };
    const { statusCode, body } = await app.call("POST", "/sandbox/transaction", { body: scene });
    if (statusCode !== 200) throw new Error(`the scene answered ${statusCode}: ${body}`);
  }
  const kb = ((await readSize(app)) - before) / weighed / 1024;
  console.log(`a transaction that was really walked leaves ${kb.toFixed(0)} KB with its indexes (of ${weighed})`);
}

/** Bytes of the whole database. */
async function readSize({ services: { pool } }: TestApp): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes);
}

/** Inserts rows of two years without triggers: candidates, submissions, payments, notifications and ledger entries. */
async function fill({ services: { pool }, settings, call }: TestApp, transactions: number): Promise<void> {
  // One real transaction stores the definitions that the others reference.
  await begin({ call } as TestApp, "+919800000001");
  const { rows } = await pool.query<{ release_id: string }>("select release_id from transactions limit 1");
  const release = rows[0]!.release_id;
  // The app drops a connection whose statement takes seconds.
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  const n = transactions;
  try {
    await client.query("set statement_timeout = 0; set session_replication_role = replica");
    const write = (statement: string) => client.query(statement);
    await write("select make_ledger_month((now() - n * interval '1 month')::date) from generate_series(0, 25) n");
    const day = "now() - (i % 730) * interval '1 day' - interval '2 days'";
    const from = `from generate_series(1, ${n}) i`;
    await write(
      `insert into candidates (id, mobile, display_name, verified_at, created_at) select 'c' || i, '+9170' || lpad(i::text, 8, '0'), 'Asha Verma', ${day}, ${day} ${from}`,
    );
    await write(
      `insert into transactions (id, candidate_id, org_id, form_id, release_id, state, submitted_at, active_at, created_at, updated_at)
       select 't' || i, 'c' || i, 'gce', 'education-evaluation', '${release}', case i % 10 when 0 then 'FAILED' when 1 then 'CLOSED' else 'COMPLETED' end, ${day}, ${day}, ${day}, ${day} ${from}`,
    );
    await write(
      `insert into transaction_items (transaction_id, name, position, state, last_number) select 't' || i, v, p, 'COMPLETED', 1 ${from}, (values ('bgv-tenth', 0), ('bgv-twelfth', 1), ('bgv-degree', 2)) as items (v, p)`,
    );
    await write(
      `insert into submissions (transaction_id, sub_type, verification_name, number, state, data, created_at, updated_at)
       select 't' || i, v || '-1', v, 1, 'COMPLETED', '{"name": "Asha Verma", "board": "CBSE", "rollNumber": "1234567"}', ${day}, ${day} ${from}, (values ('bgv-tenth'), ('bgv-degree')) as items (v)`,
    );
    await write(
      `insert into cases (transaction_id, sub_type, org_id, verification_name, state, due_at, since, institution, language)
       select 't' || i, v || '-1', 'gce', v, case when i <= ${openCases / 2} then 'IN_PROGRESS' else 'COMPLETED' end, ${day}, ${day}, 'institute-' || i % 300, case i % 40 when 0 then 'hi' else 'en' end
       ${from}, (values ('bgv-tenth'), ('bgv-degree')) as items (v)`,
    );
    await write(
      `insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at) select 't' || i, item, 'IN_PROGRESS', 'COMPLETED', 'provider', ${day} ${from}, (values (null), ('bgv-tenth-1'), ('bgv-degree-1'), ('bgv-tenth')) as items (item)`,
    );
    await write(
      `insert into orders (id, transaction_id, candidate_id, org_id, form_id, region, provider, express, currency, amount_minor, cart, covers, status, reference, closed_at, paid_at, voided_at, created_at, updated_at)
       select 'o' || i, 't' || i, 'c' || i, 'gce', 'education-evaluation', 'IN', 'phonepe', false, '₹', 118000, '{}', '[]', 'Success', 'r' || i, ${day}, ${day}, ${day}, ${day}, ${day} ${from}`,
    );
    await write(
      `insert into order_ledger (order_id, from_status, to_status, amount_minor, moved_at) select 'o' || i, s[1], s[2], 118000, ${day} ${from}, (values (array[null, 'Pending']), (array['Pending', 'Success'])) as moves (s)`,
    );
    await write(
      `insert into notifications (id, candidate_id, message, created_at) select 'n' || i || '-' || k, 'c' || i, '{"key": "payment-received", "values": {}, "orgId": "gce"}', ${day} ${from}, generate_series(1, 2) k`,
    );
    await write(
      `insert into outbox (id, dedup_key, channel, recipient, due_at, created_at, sent_at) select 'm' || i, 'm' || i, 'sms', '+9170' || i, ${day}, ${day}, ${day} ${from}`,
    );
    await write(
      `insert into audit_log (event, candidate_id, detail, at) select 'signed-in', 'c' || i, '{}', ${day} ${from}`,
    );
    await write(
      `insert into files (id, candidate_id, file_name, content_type, size_bytes, sha256, created_at, scan) select 'f' || i, 'c' || i, 'paper.pdf', 'application/pdf', 1000, 'x', ${day}, 'clean' ${from}`,
    );
    // Rows that expire live for days, so a share of them exists at any time.
    const recent = `from generate_series(1, ${Math.ceil(n / 5)}) i`;
    const lately = "now() - (i % 20) * interval '1 hour'";
    await write(
      `insert into sessions (id, candidate_id, created_at, expires_at) select 's' || i, 'c' || i, ${lately}, ${lately} + interval '12 hours' ${recent}`,
    );
    await write(
      `insert into refresh_tokens (hash, session_id, generation, expires_at, spent_at) select 'h' || i || '-' || g, 's' || i, g, ${lately} + interval '12 hours', null ${recent}, generate_series(1, 3) g`,
    );
    await write(
      `insert into telemetry (kind, entry, received_at) select 'event', '{"name": "Payment: started"}', now() - (${n} - i) * interval '80 days' / ${n} ${from}`,
    );
    await write(`insert into rate_limits (key, window_started_at, count) select 'k' || i, ${lately}, 1 ${recent}`);
    await write(
      `insert into otp_codes (id, purpose, limit_key, code_hmac, sealed_payload, expires_at, created_at) select 'p' || i, 'sign-in', 'l' || i, 'x', 'x', ${lately}, ${lately} ${recent}`,
    );
    await write(
      `insert into otp_limits (key, sends, daily_sends, failures) select 'l' || i, '{}', '{}', '{}' ${recent}`,
    );
    await write(
      `insert into credentials (id, candidate_id, transaction_id, sub_type, credential_type, attributes, attributes_hash, issuer, token, vct, issued_at) select 'd' || i, 'c' || i, 't' || i, 'bgv-degree-1', 'Degree', '{}', 'x', 'gce', 'x', '', ${lately} ${recent}`,
    );
    await write(
      `insert into credential_offers (id, credential_id, candidate_id, code_hash, sealed_code, sealed_digits, expires_at, created_at) select 'w' || i, 'd' || i, 'c' || i, 'w' || i, 'x', 'x', ${lately}, ${lately} ${recent}`,
    );
    await write(
      `insert into presentation_requests (id, transaction_id, candidate_id, verification_name, nonce, sealed_key, expires_at, created_at) select 'q' || i, 't' || i, 'c' || i, 'bgv-degree', 'x', 'x', ${lately}, ${lately} ${recent}`,
    );
    await write(
      `insert into idempotency_keys (id, operation, body_hash, status, created_at) select 'k' || i, 'payments.init', 'x', 200, ${lately} ${recent}`,
    );
    await write("set session_replication_role = origin");
    await write("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** A signed-in candidate with a started transaction. */
async function begin(app: TestApp, mobile: string): Promise<{ token: string; txnId: string }> {
  const { accessToken: token } = (
    await app.call("POST", "/sandbox/session", { body: { mobile, name: "Asha Verma", identity: true } })
  ).json<{ accessToken: string }>();
  const scene = { mobile, ...place, state: "PENDING" };
  const { txnId } = (await app.call("POST", "/sandbox/transaction", { body: scene })).json<{ txnId: string }>();
  return { token, txnId };
}

/**
 * Compares a candidate's reads on both, alternating. Reports reads that take more than 1.2 times as long with a
 * history.
 */
async function compareReads(one: TestApp, other: TestApp): Promise<string[]> {
  const mobile = "+919800000002";
  const people = await Promise.all([one, other].map(async (app) => ({ app, ...(await begin(app, mobile)) })));
  const page = { seed: "0", count: "20" };
  const reads = [
    ["profile.get", {}],
    ["transactions.info", {}],
    ["transactions.list", page],
    ["payments.history", {}],
    ["notifications.list", page],
    ["credentials.list", {}],
  ] as const;
  const faults: string[] = [];
  for (const [name, args] of reads) {
    const times: number[][] = people.map(() => []);
    for (let round = 0; round < readsEach; round += 1)
      for (const [i, { app, token, txnId }] of round % 2 ? [...people.entries()] : [...people.entries()].toReversed()) {
        const started = performance.now();
        const { statusCode, body } = await app.call("GET", toRequest(name, args, { ...place, txnId }).path, { token });
        if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`);
        if (round >= readsEach / 4) times[i]!.push(performance.now() - started);
      }
    const [empty = 0, full = 0] = times.map(toQuartile);
    const ratio = full / empty;
    console.log(
      `  ${name.padEnd(22)} ${empty.toFixed(1)} ms empty, ${full.toFixed(1)} ms with history, × ${ratio.toFixed(2)}`,
    );
    if (ratio > 1.2) faults.push(`${name} takes × ${ratio.toFixed(2)}`);
  }
  return faults;
}

/** The lower quartile, which other load on the machine disturbs less than the mean. */
function toQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;
}

interface Scans {
  relname: string;
  rows: number;
  read: number;
}

/** Reads the first page of the queue with each filter, and lists those that are slow or scan the cases whole. */
async function readQueue(app: TestApp): Promise<string[]> {
  const { browser, id } = await hire(app, "verifier", place.orgId);
  const filters = ["", "verificationName=bgv-degree", "institution=institute-6", "language=hi", "olderThanDays=90"];
  const all = [...filters, "assignee=none", `assignee=${id}`, "state=COMPLETED"];
  const faults: string[] = [];
  for (const filter of all) {
    const read = () => browser.call("GET", `/organisations/${place.orgId}/cases?${filter}`);
    const times: number[] = [];
    const scans = await findWholeScans(app, async () => {
      for (let round = 0; round < 20; round += 1) {
        const started = performance.now();
        const { statusCode, body } = await read();
        if (statusCode !== 200) throw new Error(`the queue with '${filter}' answered ${statusCode}: ${body}`);
        times.push(performance.now() - started);
      }
    });
    const ms = toQuartile(times);
    console.log(`  queue ${filter.padEnd(32)} ${ms.toFixed(1)} ms`);
    if (ms > queueMs) faults.push(`the queue with '${filter}' takes ${ms.toFixed(0)} ms`);
    faults.push(...scans.map((scan) => `the queue with '${filter}': ${scan}`));
  }
  return faults;
}

/** Runs each job twice, the second time with nothing due, and lists the large tables it scanned whole. */
async function runJobs(app: TestApp): Promise<string[]> {
  const { jobs } = app.services;
  await jobs.runDue({ all: true });
  const times: [string, number][] = [];
  jobs.onRun(({ name, seconds }) => times.push([name, seconds * 1000]));
  const scans = await findWholeScans(app, () => jobs.runDue({ all: true }));
  for (const [name, ms] of times.toSorted((one, other) => other[1] - one[1]))
    console.log(`  job ${name.padEnd(24)} ${ms.toFixed(0)} ms`);
  return scans.map((scan) => `a round of jobs: ${scan}`);
}

/** Lists the large tables that `run` scanned whole. */
async function findWholeScans({ services: { pool } }: TestApp, run: () => Promise<unknown>): Promise<string[]> {
  const before = await readScans();
  await run();
  const known = await readScans();
  return [...known].flatMap(([table, { rows, read }]) => {
    const whole = read - (before.get(table)?.read ?? 0);
    return rows > smallRows && whole >= rows ? [`${table}: ${whole} of ${rows} rows read by whole scans`] : [];
  });

  async function readScans(): Promise<Map<string, Scans>> {
    // PostgreSQL publishes connection statistics after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    for (let i = 0; i < 12; i += 1) await pool.query("select pg_stat_force_next_flush()");
    const { rows } = await pool.query<Scans>(
      "select relname, n_live_tup::float as rows, seq_tup_read::float as read from pg_stat_user_tables",
    );
    return new Map(rows.map((row) => [row.relname, row]));
  }
}
