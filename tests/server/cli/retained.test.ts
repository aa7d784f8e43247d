import { afterAll, beforeAll, expect, test } from "vitest";
import { sealForCandidate } from "#server/platform/candidate-keys.ts";
import { retainedOrders } from "#server/platform/store/tables/deletions.ts";
import { makeDatabase, startTestApp } from "../app.ts";
import { listSecrets } from "../platform/keys/restartable-app.ts";
import { runBuilt } from "../run-built.ts";

let place: Awaited<ReturnType<typeof makeDatabase>>;
const kept = { buyer: { name: "Asha Verma", mobile: "+919000000001" }, cart: {} };

beforeAll(async () => {
  place = await makeDatabase();
  const { dataDir, databaseUrl } = place;
  const app = await startTestApp({ settings: { dataDir, databaseUrl, secrets: listSecrets("a") } });
  const { db, pool, secrets } = app.services;
  for (const statement of [
    "insert into candidates (id, display_name, created_at) values ('c', '', now())",
    "insert into transactions (id, candidate_id, org_id, form_id, release_id, state, active_at, created_at, updated_at) values ('t', 'c', 'o', 'f', 'r', 'PENDING', now(), now(), now())",
    "insert into orders (id, transaction_id, candidate_id, org_id, form_id, region, provider, express, currency, amount_minor, cart, covers, status, created_at, updated_at) values ('order', 't', 'c', 'o', 'f', 'IN', 'p', false, 'INR', 1, '{}', '[]', 'Success', now(), now())",
  ])
    await pool.query(statement);
  const sealed = await sealForCandidate(db, secrets, { candidateId: "c", use: "retained-order", rowId: "order" }, kept);
  await db.insert(retainedOrders).values({ orderId: "order", candidateId: "c", sealed });
  await app.close();
});
afterAll(() => place?.remove());

function run(...args: string[]) {
  const secrets = Object.entries(listSecrets("a")).map(([name, keys]) => [name, keys.join(",")]);
  const env = {
    SANDBOX: "1",
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    ...Object.fromEntries(secrets),
  };
  return runBuilt("cli/retained.js", args, { env: { ...process.env, ...env } });
}

test("prints what is kept about an order, and nothing about another", () => {
  const { status, stdout, stderr } = run("order");
  expect([status, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual(kept);
  expect(run("other")).toMatchObject({ status: 1, stderr: "Nothing is kept about the order other.\n" });
});

test("refuses wrong arguments with exit code 2", () => {
  expect(run().status).toBe(2);
});
