import { sql } from "drizzle-orm";
import { resolveText } from "#engine/core/definitions/text.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { notFound } from "#server/errors.ts";
import { transact, type Database } from "#server/platform/store/database.ts";
import { invite, type Membership } from "./members.ts";
import { isRole } from "./roles.ts";
import { openSession } from "./sessions.ts";

/** The sandbox's person with a role, and the token of a new session. */
export interface SandboxStaff extends Membership {
  staffId: string;
  email: string;
  displayName: string;
  token: string;
}

/**
 * Signs in as the sandbox's person with a role. The organisation gets a person for each of its roles when one is
 * missing. The session counts as proved. Throws 404 for an unknown role or organisation.
 */
export async function openSandboxSession(
  { config, db }: { config: Pick<ConfigReader, "organisation">; db: Database },
  { role, orgId }: Membership,
): Promise<SandboxStaff> {
  if (!isRole(config, { orgId, role })) throw notFound("staff");
  const roles = config.organisation(orgId)?.get("roles", "roles")?.roles ?? {};
  const people = Object.entries(roles).map(([one, { title }]) => ({
    email: `${one}@${orgId}.example`,
    displayName: `${resolveText(title, { roots: {}, rules: {} }, (english) => english)} (SANDBOX)`,
    orgId,
    role: one,
  }));
  const ids = new Map<string, string>();
  for (const person of people) ids.set(person.role, (await invite(db, person, null)).staffId);
  const staffId = ids.get(role)!;
  const token = await transact(db, async (tx) => {
    // The links are not needed.
    await tx.execute(sql`delete from staff_invitations where staff_id in ${[...ids.values()]}`);
    return openSession(tx, staffId, "sandbox");
  });
  return { ...people.find((one) => one.role === role)!, staffId, token };
}
