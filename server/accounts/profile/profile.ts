import { asc, eq, sql } from "drizzle-orm";
import type { Profile } from "#engine/api/profile.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { prepareOnce } from "#server/platform/store/prepared.ts";
import { candidates, profileVerifications } from "#server/platform/store/tables/candidates.ts";

/** What is read of a candidate to show them, with what they have proved: a part of any statement that comes by one. */
export const profileParts = {
  columns: { mobile: true, displayName: true, locale: true, agentId: true, provedName: true },
  with: {
    verifications: {
      columns: { category: true, type: true, subType: true, maskedNumber: true, verifiedAt: true },
      orderBy: asc(profileVerifications.verifiedAt),
    },
  },
} as const;

type CandidateParts = Pick<typeof candidates.$inferSelect, keyof typeof profileParts.columns> & {
  verifications: Pick<typeof profileVerifications.$inferSelect, keyof typeof profileParts.with.verifications.columns>[];
};

const readParts = prepareOnce("profile", (db) =>
  db.query.candidates.findFirst({ ...profileParts, where: eq(candidates.id, sql.placeholder("candidateId")) }),
);

/** The candidate as the wire shows them. Throws `notFound`. */
export async function readProfile(db: Queryable, candidateId: string): Promise<Profile> {
  const found = await readParts(db, { candidateId });
  if (!found) throw notFound("profile");
  return toProfile(found);
}

/** The candidate as the wire shows them. */
export function toProfile({
  mobile,
  displayName,
  locale,
  agentId,
  provedName,
  verifications,
}: CandidateParts): Profile {
  return {
    mobile,
    displayName,
    locale,
    ...(agentId && { agentId }),
    profileDetails: provedName ? { name: provedName } : {},
    verificationDetailList: toDetailList(verifications),
  };
}

/** What a candidate is called where a name must stand: the proved one; until there is one, the one they gave at sign-up. */
export const toKnownName = ({ profileDetails, displayName }: Pick<Profile, "profileDetails" | "displayName">): string =>
  profileDetails.name ?? displayName;

function toDetailList(rows: CandidateParts["verifications"]): Profile["verificationDetailList"] {
  const byCategory: Profile["verificationDetailList"] = {};
  for (const { category: name, type, subType, maskedNumber, verifiedAt } of rows) {
    const category = (byCategory[name] ??= { verificationList: [] });
    category.verificationList.push({
      type,
      subType,
      ...(maskedNumber && { maskedNumber }),
      verifiedAt: verifiedAt.toISOString(),
    });
  }
  return byCategory;
}
