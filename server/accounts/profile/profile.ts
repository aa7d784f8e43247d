import { asc, eq, sql } from "drizzle-orm";
import type { Profile } from "#engine/api/profile.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { nestList, nestParts, nestRow, toField, type Nested, type RowOf } from "#server/platform/store/nested.ts";
import { prepareOnce } from "#server/platform/store/prepared.ts";
import { candidates, profileVerifications } from "#server/platform/store/tables/candidates.ts";

const candidateColumns = {
  mobile: candidates.mobile,
  displayName: candidates.displayName,
  locale: candidates.locale,
  agentId: candidates.agentId,
  provedName: candidates.provedName,
} as const;
const provedColumns = {
  category: profileVerifications.category,
  type: profileVerifications.type,
  subType: profileVerifications.subType,
  maskedNumber: profileVerifications.maskedNumber,
  verifiedAt: profileVerifications.verifiedAt,
} as const;

const parts = nestParts({
  candidate: nestRow(candidateColumns),
  verifications: nestList(
    nestRow(provedColumns),
    profileVerifications,
    eq(profileVerifications.candidateId, candidates.id),
    [asc(profileVerifications.verifiedAt)],
  ),
});

/** A candidate as the wire shows them, with what they have proved: a part of any statement that comes by one. */
export const profileParts: Nested<Profile> = { json: parts.json, read: (value) => toProfile(parts.read(value)) };

const readParts = prepareOnce("profile", (db) =>
  db
    .select({ profile: toField(profileParts) })
    .from(candidates)
    .where(eq(candidates.id, sql.placeholder("candidateId"))),
);

/** The candidate as the wire shows them. Throws `notFound`. */
export async function readProfile(db: Queryable, candidateId: string): Promise<Profile> {
  const [found] = await readParts(db, { candidateId });
  if (!found) throw notFound("profile");
  return found.profile;
}

function toProfile({ candidate, verifications }: ReturnType<typeof parts.read>): Profile {
  const { mobile, displayName, locale, agentId, provedName } = candidate;
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

function toDetailList(rows: readonly RowOf<typeof provedColumns>[]): Profile["verificationDetailList"] {
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
