import { sql } from "drizzle-orm";
import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { notFound } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { toSessionCookie } from "#server/staff/cookie.ts";
import { invite } from "#server/staff/members.ts";
import { isRole } from "#server/staff/roles.ts";
import { openSession } from "#server/staff/sessions.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/**
 * `POST /sandbox/staff`: signs in as the sandbox's person with a role, who is made when missing. The session counts as
 * proved; press again for another proof.
 */
export const staffRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.staff;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async (request, reply) => {
    const { config, db } = services;
    const { role, orgId = config.current().defaultOrgId } = request.body;
    if (!isRole(config, { orgId, role })) throw notFound("staff");
    const email = `${role}@${orgId}.example`;
    const title = config.organisation(orgId)?.get("roles", "roles")?.roles[role]?.title;
    const displayName = `${english(title)} (SANDBOX)`;
    const { staffId } = await invite(db, { email, displayName, orgId, role }, null);
    const token = await transact(db, async (tx) => {
      // The link is not needed.
      await tx.execute(sql`delete from staff_invitations where staff_id = ${staffId}`);
      return openSession(tx, staffId, "sandbox");
    });
    void reply.header("set-cookie", toSessionCookie(token));
    return { staffId, email, displayName, orgId, role };
  });
};
