import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { causedBy } from "#server/platform/ledger-cause.ts";
import type { Queryable } from "#server/platform/store/database.ts";

/** The identity that a document has verified. */
export interface VerifiedIdentity {
  type: string;
  subType: string;
  name: string;
  /** Shows the last four characters only. The full number is not stored. */
  maskedNumber: string;
  numberHash: string;
  data?: Record<string, unknown>;
}

/** A listener for a verified identity, called for every document type. Joins the same transaction. */
export type IdentityVerified = (
  tx: Queryable,
  event: { candidateId: string; type: string; now: Date },
) => Promise<void>;

/** Stores the verified name and identity, then calls every listener. Joins the caller's transaction. */
export async function recordVerifiedIdentity(
  tx: Queryable,
  candidateId: string,
  proved: VerifiedIdentity,
  { onIdentityVerified }: { onIdentityVerified: IdentityVerified[] },
): Promise<void> {
  await tx.execute(
    sql`update candidates set proved_name = ${proved.name} where id = ${candidateId} and ${causedBy("identity")}`,
  );
  const { rows } = await tx.execute<{ now: Date | string }>(sql`
    insert into profile_verifications (candidate_id, category, type, sub_type, masked_number, number_hash, data, verified_at)
    values (${candidateId}, 'identity', ${proved.type}, ${proved.subType}, ${proved.maskedNumber}, ${proved.numberHash}, ${proved.data ? JSON.stringify(proved.data) : null}::jsonb, app_now())
    on conflict (candidate_id, type) do update set sub_type = excluded.sub_type, masked_number = excluded.masked_number,
      number_hash = excluded.number_hash, data = excluded.data, verified_at = excluded.verified_at
    returning app_now() as now`);
  await writeAudit(tx, "identity-verified", candidateId, { type: proved.type });
  const event = { candidateId, type: proved.type, now: new Date(rows[0]!.now) };
  for (const follow of onIdentityVerified) await follow(tx, event);
}

/** 'XXXX XXXX 1234', 'XXXX4567': hides all but the last four characters. */
export function maskNumber(number: string): string {
  return number.length === 12
    ? `XXXX XXXX ${number.slice(-4)}`
    : `${"X".repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`;
}
