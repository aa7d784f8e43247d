import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { IdentityVerified } from "./verified.ts";

/** What an identity document has proved. */
export interface ProvedIdentity {
  type: string;
  subType: string;
  name: string;
  /** Ends in the last four characters; the number itself is not kept. */
  maskedNumber: string;
  numberHash: string;
  data?: Record<string, unknown>;
}

/** Sets the proved name and the identity entry, and tells whoever waits for it; joins the caller's transaction. */
export async function proveIdentity(
  tx: Queryable,
  candidateId: string,
  proved: ProvedIdentity,
  { onIdentityVerified }: { onIdentityVerified: IdentityVerified[] },
): Promise<void> {
  await tx.execute(sql`update candidates set proved_name = ${proved.name} where id = ${candidateId}`);
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

/** 'XXXX XXXX 1234', 'XXXX4567': all but the last four characters hidden. */
export function maskNumber(number: string): string {
  return number.length === 12
    ? `XXXX XXXX ${number.slice(-4)}`
    : `${"X".repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`;
}
