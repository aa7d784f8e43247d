import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildApp } from "#server/app.ts";
import { listTables } from "#server/cli/backup-file/tables.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { inTransaction, type Database } from "#server/platform/store/database.ts";
import { readPinnedDefinitions } from "#server/wallet/transactions/pinned-definitions.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { createTestDatabase } from "../../../support/test-database.ts";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import { newMobile, startTestApp, toTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder } from "../../wallet/holder.ts";
import {
  applyAs,
  applyWith,
  requestPresentation,
  degree,
  readDegree,
  readRequest,
} from "../../wallet/presentations/applicant.ts";
import { makeFormerDatabase } from "./former-database.ts";

vi.setConfig({ hookTimeout: 300_000 });

type Row = Record<string, unknown>;

/** Former names of tables and columns by their present ones. */
const formerTables: Readonly<Record<string, string>> = {
  share_links: "credential_links",
  share_link_views: "credential_looks",
};
const formerColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  share_links: { view_limit: "max_looks", view_count: "looks", revoked_at: "taken_back_at" },
  share_link_views: { time_zone: "zone", viewed_at: "looked_at" },
  credential_offers: { accepted_at: "taken_at" },
  presentation_requests: { accepted_at: "taken_at" },
  transaction_items: { presentation: "presented" },
  releases: { definitions: "documents" },
  idempotency_keys: { lease_id: "claim", sealed_response: "sealed_answer" },
  orders: {
    status_requested_at: "asked_at",
    session_requested_at: "session_asked_at",
    voided_at: "released_at",
    status_checks: "checks",
  },
  files: { scan_requested_at: "scan_asked_at" },
  list_entries: { search_text: "words" },
};
/** Former values, by the present table and column. */
const formerValues: Readonly<Record<string, (value: never) => unknown>> = {
  "sessions.end_reason": (reason: string) => (reason === "remote-sign-out" ? "elsewhere" : reason),
  "presentation_requests.refusal": (key: string) => key.replace("presentation-declined", "shown-nothing"),
  "transaction_items.presentation": ({ source, presentationHash, ...rest }: Row) => ({
    ...rest,
    from: source === "this-wallet" ? "here" : "elsewhere",
    ...(presentationHash !== undefined && { shownHash: presentationHash }),
  }),
  "releases.definitions": (definitions: Row) =>
    JSON.parse(JSON.stringify(definitions).replaceAll('"var":"sharing.', '"var":"showing.')),
  "submissions.insufficiency": ({ mustChange, ...rest }: Row) => ({ ...rest, places: mustChange }),
};
/** Rows of the ledgers make the chain; the transitions come from the catalogue, the cases from the submissions. */
const notCopied = ["ledger_chain", "state_transitions", "secret_keys", "cases"];

function toFormer(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      formerColumns[table]?.[column] ?? column,
      value === null ? null : (formerValues[`${table}.${column}`]?.(value as never) ?? value),
    ]),
  );
}

/** Copies every row of a present database into one of the former release. */
async function copyRows(from: Database, to: Database): Promise<void> {
  for (const table of await listTables(from)) {
    if (notCopied.includes(table)) continue;
    const former = sql.identifier(formerTables[table] ?? table);
    const { rows } = await from.execute<{ row: string }>(
      sql`select to_json(t)::text as row from ${sql.identifier(table)} t order by 1`,
    );
    for (const { row } of rows) {
      const values = JSON.stringify(toFormer(table, JSON.parse(row) as Row));
      await to.execute(
        sql`insert into ${former} overriding system value select * from json_populate_record(null::${former}, ${values}::json)`,
      );
    }
  }
  // Sequences continue after the copied rows.
  await to.execute(sql`do $$ declare c record; begin
    for c in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%') loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), (select coalesce(max(%I), 0) + 1 from %I), false)',
        c.table_name, c.column_name, c.column_name, c.table_name);
    end loop; end $$`);
}

/** Functions and triggers under their former names, as the former release left them. */
const formerFunctions = [
  "create function record_move(text, text, text, text) returns void language sql as ''",
  "create function tell_changed() returns trigger language plpgsql as 'begin return null; end'",
  "create function refuse_change() returns trigger language plpgsql as 'begin raise exception ''append-only''; end'",
  "create trigger sessions_told after update of ended_at on sessions for each row execute function tell_changed()",
  "create trigger candidates_told after update or delete on candidates for each row execute function tell_changed()",
  "create trigger sandbox_clock_told after update on sandbox_clock for each row execute function tell_changed()",
  ...["state_ledger", "audit_log", "order_ledger", "ledger_chain"].flatMap((ledger) => [
    `create trigger ${ledger}_kept before update or delete on ${ledger} for each row execute function refuse_change()`,
    `create trigger ${ledger}_whole before truncate on ${ledger} for each statement execute function refuse_change()`,
  ]),
  "create trigger whole before truncate on ledger_months.audit_log_other for each statement execute function refuse_change()",
  "create function app_now() returns timestamptz language sql stable as 'select now()'",
  "comment on function app_now() is '2 7f8cc580505b048d'",
];

const wallet = "/web-wallet/api/1.0";
const key = { "idempotency-key": "made-by-the-former-release" };
const report = {
  state: "WARNING",
  pages: [
    { page: 1, flaws: ["moved", "glare", "coarse"] },
    { page: 3, flaws: ["cut", "odd-shape"] },
  ],
  read: { found: ["paper-name"], missing: ["paper-roll-number", "paper-year"] },
};

const post = (app: TestApp, token: string, path: string, body?: object, headers = {}) =>
  app.call("POST", `${wallet}${path}`, { token, body, headers });
const viewLink = async (app: TestApp, secret: string) =>
  (await app.call("GET", `${wallet}/credentials/shared/${secret}?timeZone=Asia/Kolkata`)).json().data;
const toLinkInput = ({ degreeId: credentialId }: { degreeId: string }, more = {}) =>
  ({ credentialId, facts: ["holder"], days: "7", ...more }) as const;

/** Makes rows with all former names, by calls where there is one. */
async function fill(app: TestApp) {
  const holder = await makeHolder(app);
  const share = async (more = {}, headers = {}) => {
    const made = await post(app, holder.token, "/credentials/share-links", toLinkInput(holder, more), headers);
    const { id, address } = made.json<{ data: ShareLink }>().data;
    return { id, secret: new URL(address).pathname.split("/").at(-1)! };
  };
  const [valid, revoked, exhausted] = [await share({}, key), await share(), await share({ viewLimit: "1" })];
  for (const { secret } of [valid, exhausted]) await viewLink(app, secret);
  await post(app, holder.token, `/credentials/share-links/${revoked.id}/revoke`);
  const offer = (await post(app, holder.token, "/credentials/offers", { credentialId: holder.degreeId })).json().data;
  const applicant = await applyWith(app, holder.token);
  await applicant.post("/transactions/presentations", { verificationName: degree, credentialId: holder.degreeId });
  const other = await applyAs(app, "Ravi Rao");
  const request = await requestPresentation(other);
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile, { identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "INSUFFICIENT_DATA" };
  const { txnId } = (await app.call("POST", "/sandbox/transaction", { body: scene })).json<{ txnId: string }>();
  for (const statement of [
    "update presentation_requests set refusal = 'presentation-declined'",
    "insert into sessions (id, candidate_id, created_at, expires_at, ended_at, end_reason) select 'ended', id, now(), now(), now(), 'remote-sign-out' from candidates limit 1",
    `insert into uploads (id, candidate_id, file_name, state, report, created_at) select 'upload', id, 'degree.pdf', 'growing', '${JSON.stringify(report)}', now() from candidates limit 1`,
  ])
    await app.services.pool.query(statement);
  return { holder, valid, revoked, exhausted, offer, applicant, other, request, repair: { accessToken, txnId } };
}

let former: TestApp;
let app: TestApp;
let made: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  await buildDetectWorker();
  const config = await definitionsConfig();
  former = await startTestApp({ config });
  made = await fill(former);
  const dataDir = makeTemporaryFolder();
  const database = process.env["DATABASE_URL"] ? await createTestDatabase("former") : undefined;
  const place = { dataDir, ...(database && { databaseUrl: database.url }) };
  await makeFormerDatabase(place, "0017_plain_names", async (db) => {
    await copyRows(former.services.db, db);
    for (const statement of formerFunctions) await db.execute(sql.raw(statement));
  });
  const settings = { ...former.settings, ...place };
  const started = await buildApp({ config, settings });
  await started.server.ready();
  app = toTestApp(started, settings, async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
afterAll(async () => {
  await app?.close();
  await former?.close();
});

describe("a database of the former release, once migrated", () => {
  test("keeps share links with their status and views", async () => {
    const { holder, valid, revoked, exhausted } = made;
    expect((await viewLink(app, revoked.secret)).status).toBe("revoked");
    expect(await viewLink(app, valid.secret)).toMatchObject({ status: "valid", credential: { id: holder.degreeId } });
    const link = await app.call("GET", `${wallet}/credentials/share-links/${exhausted.id}`, { token: holder.token });
    expect(link.json().data).toMatchObject({
      status: "exhausted",
      viewCount: 1,
      viewLimit: 1,
      views: [{ timeZone: "Asia/Kolkata" }],
    });
  });

  test("keeps presentations, presentation requests and offers", async () => {
    const { applicant, other, request, holder, offer } = made;
    expect((await readDegree({ ...applicant, app })).presentationList).toMatchObject([{ source: "this-wallet" }]);
    expect(await readRequest({ ...other, app }, request)).toMatchObject({ state: "open", declined: true });
    const read = await app.call("GET", `${wallet}/credentials/offers/${offer.id}`, { token: holder.token });
    expect(read.json().data).toMatchObject({ state: "open", digits: offer.digits });
  });

  test("has the cases of the submissions from before there were cases", async () => {
    const read = async (from: TestApp) =>
      (
        await from.services.pool.query<Row>(
          "select transaction_id, sub_type, org_id, verification_name, state, due_at from cases order by 1, 2",
        )
      ).rows;
    const cases = await read(former);
    expect(cases.length).toBeGreaterThan(3);
    expect(await read(app)).toEqual(cases);
  });

  test("keeps the verifier's requests", async () => {
    const { accessToken: token, txnId } = made.repair;
    const read = async (from: TestApp) => {
      const { rows } = await from.services.pool.query<{ insufficiency: Row }>(
        "select insufficiency from submissions where transaction_id = $1 and insufficiency is not null order by sub_type",
        [txnId],
      );
      return rows;
    };
    expect(await read(app)).toEqual(await read(former));
    const { rows } = await app.services.pool.query<{ name: string }>(
      "select verification_name as name from submissions where transaction_id = $1 and insufficiency is not null",
      [txnId],
    );
    const path = `/verification/web-wallet/api/1.0/transactions/${rows[0]!.name}/info?orgId=harbour&txnId=${txnId}`;
    const info = await app.call("GET", path, { token });
    expect(info.json().data.requestList[0].replaceList).not.toEqual([]);
  });

  test("reads pinned definitions with their present paths", async () => {
    const { rows } = await app.services.pool.query<{ id: string; org: string; text: string }>(
      "select id, org_id as org, definitions::text as text from releases order by 1, 2",
    );
    expect(rows.map(({ text }) => text.includes("showing.facts"))).toContain(true);
    for (const { id, org } of rows) {
      const { pinned } = await readPinnedDefinitions(app.services.db, id, org);
      expect(JSON.stringify([...pinned.byKey])).not.toContain("showing.");
    }
  });

  test("repeats the answer of an Idempotency-Key", async () => {
    const again = await post(app, made.holder.token, "/credentials/share-links", toLinkInput(made.holder), key);
    expect(again.json().data.id).toBe(made.valid.id);
  });

  test("has the present values of stored codes", async () => {
    const { pool } = app.services;
    expect((await pool.query("select end_reason from sessions where id = 'ended'")).rows).toEqual([
      { end_reason: "remote-sign-out" },
    ]);
    expect((await pool.query("select state, report from uploads where id = 'upload'")).rows).toEqual([
      {
        state: "receiving",
        report: {
          state: "WARNING",
          pages: [
            { page: 1, flaws: ["motion-blur", "glare", "low-resolution"] },
            { page: 3, flaws: ["cropped", "wrong-proportions"] },
          ],
          read: { found: ["document-name"], missing: ["document-roll-number", "document-year"] },
        },
      },
    ]);
  });

  test("has no former function or trigger, and a complete chain", async () => {
    const { pool, db } = app.services;
    const { rows } = await pool.query(
      `select tgname as name from pg_trigger where tgname ~ '_(told|kept|whole)$|^whole$'
       union select proname from pg_proc where proname in ('record_move', 'tell_changed')`,
    );
    expect(rows).toEqual([]);
    expect(await inTransaction(db, (tx) => checkLedger(tx))).toMatchObject({ faults: [] });
    await expect(pool.query("truncate audit_log")).rejects.toThrow("append-only");
  });

  test("has the tables, columns and indexes of a new one", async () => {
    const read = async ({ services: { pool } }: TestApp) => [
      (
        await pool.query(
          "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by 1, 2",
        )
      ).rows,
      (await pool.query("select indexdef from pg_indexes where schemaname = 'public' order by 1")).rows,
      (
        await pool.query(
          "select conrelid::regclass::text as table, conname from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
        )
      ).rows,
    ];
    expect(await read(app)).toEqual(await read(former));
  });
});
