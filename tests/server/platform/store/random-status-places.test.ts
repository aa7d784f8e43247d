import { readFileSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

test("keeps the places of earlier entries, and moves the counting of older servers out of the way", async () => {
  const database = new PGlite();
  await database.exec(`create table credentials (id text primary key, revoked_at timestamptz);
    create table credential_statuses (number integer primary key generated always as identity, credential_id text);
    insert into credential_statuses (number, credential_id) overriding system value values (1, 'a'), (65535, 'b'), (65539, 'c')`);
  const file = "server/platform/store/migrations/0021_random_status_places.sql";
  await database.exec(readFileSync(path.join(appRoot, file), "utf8"));
  const { rows } = await database.query("select credential_id, list, place from credential_statuses order by number");
  // What tokens of the release before contain: (number mod 65536) · 40503 mod 65536.
  expect(rows).toEqual([
    { credential_id: "a", list: 0, place: 40_503 },
    { credential_id: "b", list: 0, place: 25_033 },
    { credential_id: "c", list: 1, place: 55_973 },
  ]);
  const next = await database.query(
    "select nextval(pg_get_serial_sequence('credential_statuses', 'number')) as number",
  );
  expect(next.rows).toEqual([{ number: 1_073_741_824 }]);
  await database.close();
});
