import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { hire, read } from "../staff/staff-member.ts";
import { orgId } from "./submitted-case.ts";

let app: TestApp;
let vera: Awaited<ReturnType<typeof hire>>;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  vera = await hire(app, "verifier", orgId);
  const { pool } = app.services;
  await pool.query(
    "insert into candidates (id, mobile, display_name, created_at) values ('c', '+919000000001', 'Asha', now())",
  );
  // The triggers would refuse answers that nothing has submitted.
  await pool.query("alter table submissions disable trigger user");
  const many = "from generate_series(1, 20000) i";
  await pool.query(
    `insert into transactions (id, candidate_id, org_id, form_id, release_id, state, active_at, created_at, updated_at)
     select 't' || i, 'c', case i % 2 when 0 then '${orgId}' else 'gce' end, 'background-check', 'r', 'IN_PROGRESS', now(), now(), now() ${many}`,
  );
  await pool.query(
    `insert into submissions (transaction_id, sub_type, verification_name, number, state, data, created_at, updated_at)
     select 't' || i, 'bgv-tenth-1', 'bgv-tenth', 1, 'IN_PROGRESS', '{}', now(), now() ${many}`,
  );
  await pool.query(
    `insert into cases (transaction_id, sub_type, org_id, verification_name, state, due_at, since, assignee_id, institution, language)
     select 't' || i, 'bgv-tenth-1', case i % 2 when 0 then '${orgId}' else 'gce' end,
       case i % 10 when 0 then 'bgv-degree' else 'bgv-tenth' end, case i % 100 when 0 then 'FAILED' else 'IN_PROGRESS' end,
       now() + i % 977 * interval '1 hour', now() - i % 50 * interval '1 day', case i % 500 when 2 then '${vera.id}' end,
       'institute-' || i % 300, case i % 40 when 0 then 'hi' else 'en' end ${many}`,
  );
  await pool.query("alter table submissions enable trigger user");
  await pool.query("analyze");
});
afterAll(() => app?.close());

const filters = [
  "",
  "?verificationName=bgv-degree",
  "?state=FAILED",
  "?assignee=me",
  "?assignee=none",
  "?olderThanDays=20",
  "?institution=institute-6",
  "?language=hi",
];

test.each(filters)("answers the first page of 10,000 open cases within 100 ms with '%s'", async (filter) => {
  const call = () => vera.browser.call("GET", `/organisations/${orgId}/cases${filter}`);
  await call();
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const start = performance.now();
    const { list } = read<{ list: object[] }>(await call());
    times.push(performance.now() - start);
    expect(list.length).toBeGreaterThan(10);
  }
  // The fastest of five: other work on the machine is not measured.
  expect(Math.min(...times)).toBeLessThan(100);
});

test("walks all open cases by cursor", async () => {
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const query = `?count=100${after === undefined ? "" : `&after=${after}`}`;
    const page = read<{ list: { txnId: string }[]; next?: string }>(
      await vera.browser.call("GET", `/organisations/${orgId}/cases${query}`),
    );
    for (const { txnId } of page.list) seen.add(txnId);
    after = page.next;
  } while (after !== undefined);
  expect(seen.size).toBe(9800);
});

test("counts them", async () => {
  const counts = read<{ open: number }>(await vera.browser.call("GET", `/organisations/${orgId}/case-counts`));
  expect(counts.open).toBe(9800);
});
