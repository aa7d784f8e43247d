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
 * Signs in as the sandbox's person with a role, who is made when missing. The session counts as proved. Throws 404 for
 * an unknown role or organisation.
 */
export async function openSandboxSession(
  { config, db }: { config: Pick<ConfigReader, "organisation">; db: Database },
  { role, orgId }: Membership,
): Promise<SandboxStaff> {
  if (!isRole(config, { orgId, role })) throw notFound("staff");
  const email = `${role}@${orgId}.example`;
  const title = config.organisation(orgId)?.get("roles", "roles")?.roles[role]?.title;
  const displayName = `${resolveText(title, { roots: {}, rules: {} }, (english) => english)} (SANDBOX)`;
  const { staffId } = await invite(db, { email, displayName, orgId, role }, null);
  const token = await transact(db, async (tx) => {
    // The link is not needed.
    await tx.execute(sql`delete from staff_invitations where staff_id = ${staffId}`);
    return openSession(tx, staffId, "sandbox");
  });
  return { staffId, email, displayName, orgId, role, token };
}
