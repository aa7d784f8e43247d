import { sql } from "drizzle-orm";
import type { Profile } from "#engine/api/profile.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";

interface CandidateRow extends Record<string, unknown> {
  mobile: string;
  display_name: string;
  locale: string;
  agent_id: string | null;
  proved_name: string | null;
}

interface VerificationRow extends Record<string, unknown> {
  category: string;
  type: string;
  sub_type: string;
  masked_number: string | null;
  verified_at: Date | string;
}

/** The candidate as the wire shows them. Throws `notFound`. */
export async function readProfile(db: Queryable, candidateId: string): Promise<Profile> {
  const { rows } = await db.execute<CandidateRow>(
    sql`select mobile, display_name, locale, agent_id, proved_name from candidates where id = ${candidateId}`,
  );
  const row = rows[0];
  if (!row) throw notFound("profile");
  const found = await db.execute<VerificationRow>(
    sql`select category, type, sub_type, masked_number, verified_at from profile_verifications where candidate_id = ${candidateId} order by verified_at`,
  );
  return {
    mobile: row.mobile,
    displayName: row.display_name,
    locale: row.locale,
    ...(row.agent_id && { agentId: row.agent_id }),
    profileDetails: row.proved_name ? { name: row.proved_name } : {},
    verificationDetailList: toDetailList(found.rows),
  };
}

function toDetailList(rows: readonly VerificationRow[]): Profile["verificationDetailList"] {
  const byCategory: Profile["verificationDetailList"] = {};
  for (const row of rows) {
    const category = (byCategory[row.category] ??= { verificationList: [] });
    category.verificationList.push({
      type: row.type,
      subType: row.sub_type,
      ...(row.masked_number && { maskedNumber: row.masked_number }),
      verifiedAt: new Date(row.verified_at).toISOString(),
    });
  }
  return byCategory;
}
