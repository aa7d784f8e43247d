import { asc, eq, sql } from "drizzle-orm";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import { notFound } from "#server/errors.ts";
import { prepareOnce, type Queryable } from "#server/platform/store/database.ts";
import {
  jsonList,
  jsonParts,
  jsonRow,
  jsonValue,
  toColumn,
  type JsonPart,
  type RowOf,
} from "#server/platform/store/json-rows.ts";
import { candidates, profileVerifications } from "#server/platform/store/tables/candidates.ts";
import { passkeys } from "#server/platform/store/tables/passkeys.ts";

const candidateColumns = {
  mobile: candidates.mobile,
  displayName: candidates.displayName,
  locale: candidates.locale,
  agentId: candidates.agentId,
  provedName: candidates.provedName,
  passkeyOfferDeclinedAt: candidates.passkeyOfferDeclinedAt,
} as const;
const provedColumns = {
  category: profileVerifications.category,
  type: profileVerifications.type,
  subType: profileVerifications.subType,
  maskedNumber: profileVerifications.maskedNumber,
  verifiedAt: profileVerifications.verifiedAt,
} as const;

const parts = jsonParts({
  hasPasskeys: jsonValue<boolean>(
    sql`exists (select 1 from ${passkeys} where ${passkeys.candidateId} = ${candidates.id})`,
    (value: boolean) => value,
  ),
  candidate: jsonRow(candidateColumns),
  verifications: jsonList(
    jsonRow(provedColumns),
    profileVerifications,
    eq(profileVerifications.candidateId, candidates.id),
    [asc(profileVerifications.verifiedAt)],
  ),
});

/** The candidate as on the wire, with verified identities, as a JSON part of larger statements. */
export const profileParts: JsonPart<Profile> = { json: parts.json, read: (value) => toProfile(parts.read(value)) };

const readParts = prepareOnce("profile", (db) =>
  db
    .select({ profile: toColumn(profileParts) })
    .from(candidates)
    .where(eq(candidates.id, sql.placeholder("candidateId"))),
);

/** The candidate as on the wire. Throws `notFound`. */
export async function readProfile(db: Queryable, candidateId: string): Promise<Profile> {
  const [found] = await readParts(db, { candidateId });
  if (!found) throw notFound("profile");
  return found.profile;
}

function toProfile({ candidate, verifications, hasPasskeys }: ReturnType<typeof parts.read>): Profile {
  const { mobile, displayName, locale, agentId, provedName, passkeyOfferDeclinedAt } = candidate;
  return {
    // Only a locked wallet has none; reports about it may still be written.
    mobile: mobile ?? "",
    displayName,
    locale,
    ...(agentId && { agentId }),
    ...(hasPasskeys ? { passkeys: "present" } : passkeyOfferDeclinedAt && { passkeys: "declined" }),
    profileDetails: provedName ? { name: provedName } : {},
    verificationDetailList: toDetailList(verifications),
  };
}

/** The name of a candidate: the verified name, or the sign-up name before verification. */
export const toHolderName = ({
  profileDetails,
  displayName,
}: Pick<Profile, "profileDetails" | "displayName">): string => profileDetails.name ?? displayName;

/** Changes the name of a candidate, and the verified name where a document has verified one. */
export async function renameCandidate(tx: Queryable, candidateId: string, name: string): Promise<void> {
  await tx.execute(sql`
    update candidates set display_name = ${name}, proved_name = case when proved_name is not null then ${name} end
    where id = ${candidateId}`);
}

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
