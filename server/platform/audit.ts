import { sql } from "drizzle-orm";
import type { Queryable } from "./store/database.ts";

/** Appends a row to the audit log. `detail` must hold no content of candidates and no number in clear. */
export async function writeAudit(
  tx: Queryable,
  event: string,
  candidateId: string | null,
  detail: Record<string, string | number | boolean> = {},
): Promise<void> {
  await tx.execute(
    sql`insert into audit_log (event, candidate_id, detail, at) values (${event}, ${candidateId}, ${JSON.stringify(detail)}::jsonb, app_now())`,
  );
}
