import { cpSync } from "node:fs";
import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "#server/platform/store/database.ts";
import { jsonList, jsonOne, jsonParts, jsonRow, jsonValue, toColumn } from "#server/platform/store/json-rows.ts";
import { candidates, profileVerifications } from "#server/platform/store/tables/candidates.ts";
import { buildWorker, makeTemplate } from "../../../support/database-template.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let store: Store;
beforeAll(async () => {
  await buildWorker();
  const dataDir = makeTemporaryFolder();
  cpSync(await makeTemplate(), `${dataDir}/postgres`, { recursive: true });
  store = await openStore({ dataDir }, silent as never);
});
afterAll(() => store.close());

const row = jsonRow(getTableColumns(profileVerifications));
const own = eq(profileVerifications.candidateId, candidates.id);
const readWhole = (order = [asc(profileVerifications.verifiedAt)]) =>
  store.db
    .select({
      whole: toColumn(
        jsonParts({
          row: jsonRow(getTableColumns(candidates)),
          verifications: jsonList(row, profileVerifications, own, order),
          isSigned: jsonValue(sql`${candidates.mobile} like '+91%'`, (value: boolean) => value),
        }),
      ),
    })
    .from(candidates)
    .orderBy(asc(candidates.mobile));

test("reads the same rows as single queries: dates, nulls, any script, in the requested order", async () => {
  const given = (id: string, mobile: string, displayName: string) =>
    ({ id, mobile, displayName, createdAt: new Date("2026-02-28T23:59:59.999Z") }) as typeof candidates.$inferInsert;
  await store.db
    .insert(candidates)
    .values([given("a", "+919800000001", 'Asha "Ash" \\ देवी 🙂'), given("b", "+4915100000000", "Boje")]);
  const proved = (type: string, verifiedAt: string) => ({
    candidateId: "a",
    category: "Identity",
    type,
    subType: `${type}-1`,
    verifiedAt: new Date(verifiedAt),
  });
  await store.db
    .insert(profileVerifications)
    .values([
      proved("aadhaar", "2026-03-01T00:00:00.001Z"),
      proved("passport", "1999-12-31T23:59:59Z"),
    ] as (typeof profileVerifications.$inferInsert)[]);

  const [b, a] = (await readWhole()).map(({ whole }) => whole);
  const rows = await store.db.select().from(candidates).orderBy(asc(candidates.mobile));
  const oldest = await store.db.select().from(profileVerifications).orderBy(asc(profileVerifications.verifiedAt));
  expect([b?.row, a?.row]).toEqual(rows);
  expect(a?.row.createdAt).toBeInstanceOf(Date);
  expect(a?.row.displayName).toBe('Asha "Ash" \\ देवी 🙂');
  expect(a?.verifications).toEqual(oldest);
  expect(a?.verifications.map(({ type }) => type)).toEqual(["passport", "aadhaar"]);
  expect(a?.verifications[0]?.maskedNumber).toBeNull();
  expect([a?.isSigned, b?.isSigned]).toEqual([true, false]);
  expect(b?.verifications).toEqual([]);

  const whose = jsonOne(jsonRow({ displayName: candidates.displayName }), candidates, own);
  expect(await store.db.select({ whose: toColumn(whose) }).from(profileVerifications)).toEqual(
    Array(2).fill({ whose: { displayName: a?.row.displayName } }),
  );

  const [, newest] = await readWhole([desc(profileVerifications.verifiedAt)]);
  expect(newest?.whole.verifications).toEqual(oldest.toReversed());
});
