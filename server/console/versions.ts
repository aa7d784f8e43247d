import { sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Insufficiency } from "#server/platform/store/tables/transactions.ts";
import type { CaseKeys } from "./queue.ts";

/** An earlier version of an answer, as stored. */
export interface StoredVersion {
  version: number;
  data: Record<string, unknown>;
  insufficiency: Insufficiency | null;
  replacedAt: Date;
}

/** The earlier versions of an answer, the oldest first. */
export async function readVersions(db: Queryable, { txnId, subType }: CaseKeys): Promise<StoredVersion[]> {
  const { rows } = await db.execute<{
    version: number;
    data: Record<string, unknown>;
    insufficiency: Insufficiency | null;
    replaced_at: Date | string;
  }>(sql`
    select version, data, insufficiency, replaced_at from submission_versions
    where transaction_id = ${txnId} and sub_type = ${subType} order by version`);
  return rows.map(({ replaced_at: replacedAt, ...row }) => ({ ...row, replacedAt: new Date(replacedAt) }));
}

/** The version of the present answer of each case. */
export async function listVersions(
  db: Queryable,
  cases: readonly { txnId: string; subType: string }[],
): Promise<number[]> {
  const { rows } = await db.execute<{ transaction_id: string; sub_type: string; former: number }>(sql`
    select transaction_id, sub_type, count(*)::int as former from submission_versions
    where transaction_id = any(${sql.param(cases.map(({ txnId }) => txnId))}::text[]) group by transaction_id, sub_type`);
  return cases.map(
    ({ txnId, subType }) =>
      (rows.find((row) => row.transaction_id === txnId && row.sub_type === subType)?.former ?? 0) + 1,
  );
}
